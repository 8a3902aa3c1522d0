package org.ibassay.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The output of a template does not depend on its cached output.
class TemplateTest {
  private static final long SEED = Long.getLong("ibassay.seed", System.currentTimeMillis());
  private static final int HEADERS = 60;

  static Object[] tables() {
    return Sections.all().stream().filter(section -> !section.isRaw()).toArray();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void aUsedOneWritesWhatANewOneDoes(Section section) {
    Random random = new Random(SEED);
    byte[] before = new byte[section.bytes + Digits.SLACK];
    for (int i = 0; i < HEADERS; i++) {
      byte[] header = next(before, random);
      int there = i % 3 == 0 ? random.nextInt(section.bytes + 1) : section.bytes;
      String where = section.name + ", " + there + " bytes, -Dibassay.seed=" + SEED;
      assertThat(written(section.tree(there), header))
          .as(where)
          .isEqualTo(written(TreeTemplate.of(section, there), header));
      assertThat(written(section.object(there), header))
          .as(where)
          .isEqualTo(written(JsonTemplate.of(section, there), header));
      before = header;
    }
  }

  /// Changes a few bytes of the previous header, so that most of it is repeated.
  private static byte[] next(byte[] before, Random random) {
    byte[] header = before.clone();
    for (int n = random.nextInt(8); n > 0; n--) {
      header[random.nextInt(header.length)] = (byte) (random.nextInt(4) * 85);
    }
    return header;
  }

  private static String written(Template template, byte[] header) {
    byte[] to = new byte[template.most() + Digits.SLACK];
    int end = template.write(to, 0, header, 0);
    assertThat(end).isLessThanOrEqualTo(template.most());
    return new String(to, 0, end, StandardCharsets.UTF_8);
  }
}
