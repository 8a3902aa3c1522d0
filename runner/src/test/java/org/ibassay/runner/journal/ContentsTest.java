package org.ibassay.runner.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ibassay.link.Timing;
import org.ibassay.runner.state.SavedAttribute;
import org.ibassay.suite.Change;
import org.junit.jupiter.api.Test;

class ContentsTest {
  private static final String URI = "umad:mlx5_0/1?path=0,1";

  private final long seed = Long.getLong("ibassay.seed", System.currentTimeMillis());
  private final Random random = new Random(seed);

  @Test
  void isReadAsItWasWritten() {
    List<SavedAttribute> first = List.of(saved(Change.PORT_INFO, 0x8000_0001L));
    List<SavedAttribute> second =
        List.of(
            saved(Change.MULTICAST_FORWARDING_TABLE, 0),
            saved(Change.MULTICAST_FORWARDING_TABLE, 0xF000_01FFL));
    String text =
        head(URI)
            + Contents.group("C14_017_01", List.of(0x1BA55A7000000001L, -1L), first)
            + Contents.group("C14_024_12", List.of(), second);
    Contents contents = read(text);
    assertThat(contents.node()).isEqualTo(0xFEDC_BA98_7654_3210L);
    assertThat(contents.uri()).isEqualTo(URI);
    assertThat(contents.process()).isEqualTo("4711");
    assertThat(contents.since()).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(contents.timing()).isEqualTo(new Timing(1_000_000, 7));
    assertThat(contents.window()).isEqualTo(16);
    assertThat(contents.tests()).containsExactly("C14_017_01", "C14_024_12");
    assertThat(contents.keys()).containsExactly(0x1BA55A7000000001L, -1L);
    assertThat(contents.saved()).hasSize(3);
    assertSame(contents.saved().getFirst(), first.getFirst());
    assertSame(contents.saved().getLast(), second.getLast());
    assertThat(contents.unreadable()).isEmpty();
    assertThat(contents.isTorn()).isFalse();
    assertThat(contents.isOpen()).isTrue();
  }

  /// People, and a program in any language, can check a record: `printf %s end | crc32`.
  @Test
  void aRecordIsALineOfTextWithItsChecksum() {
    assertThat(JournalLines.line("end")).isEqualTo("00fc33b1 end\n");
    assertThat(JournalLines.line("dut a\\b\nc\r"))
        .matches("[0-9a-f]{8} dut a\\\\\\\\b\\\\nc\\\\r\n");
    String odd = "umad:a\\b\nc\rd\u00fc/1";
    assertThat(read(head(odd)).uri()).isEqualTo(odd);
  }

  @Test
  void aHeadAloneIsNotOpen() {
    assertThat(read(head(URI)).isOpen()).isFalse();
    assertThat(read("").isOpen()).isFalse();
  }

  /// The first record has the original value.
  @Test
  void ofTwoRecordsOfOneAttributeTheFirstHolds() {
    SavedAttribute first = saved(Change.PORT_INFO, 1);
    SavedAttribute again = saved(Change.PORT_INFO, 1);
    Contents contents =
        read(
            head(URI)
                + Contents.group("C1", List.of(), List.of(first))
                + Contents.group("C2", List.of(), List.of(again)));
    assertThat(contents.saved()).hasSize(1);
    assertSame(contents.saved().getFirst(), first);
  }

  /// The values that no Set can restore outlast the test.
  @Test
  void whatIsLostIsKeptBeyondItsTest() {
    Contents contents =
        read(
            head(URI)
                + Contents.group("C1", List.of(7L), List.of(saved(Change.PORT_INFO, 1)))
                + Contents.lost(List.of("a LID", "a counter"))
                + Contents.back());
    assertThat(contents.lost()).containsExactly("a LID", "a counter");
    assertThat(contents.isOpen()).isFalse();
    assertThat(contents.tests()).isEmpty();
    assertThat(contents.keys()).isEmpty();
  }

  /// Wherever the last record is cut off.
  @Test
  void aTornLastRecordLosesNothing() {
    String text =
        head(URI) + Contents.group("C1", List.of(7L), List.of(saved(Change.PORT_INFO, 1)));
    byte[] whole = text.getBytes(StandardCharsets.UTF_8);
    int last = text.lastIndexOf('\n', text.length() - 2) + 1;
    for (int length = last + 1; length < whole.length; length++) {
      Contents torn = Contents.read(Arrays.copyOf(whole, length));
      assertThat(torn.saved()).hasSize(1);
      assertThat(torn.keys()).containsExactly(7L);
      assertThat(torn.uri()).isEqualTo(URI);
      assertThat(torn.isTorn()).isTrue();
      assertThat(torn.unreadable()).isEmpty();
    }
    assertThat(Contents.read(Arrays.copyOf(whole, last)).saved()).hasSize(1);
  }

  /// One record, or two if the end of a line is damaged.
  @Test
  void aDamagedRecordIsLeftOutAndCounted() {
    List<SavedAttribute> saved = List.of(saved(Change.PORT_INFO, 0), saved(Change.PORT_INFO, 1));
    byte[] good =
        (head(URI) + Contents.group("C1", List.of(7L), saved)).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < good.length; i++) {
      byte[] damaged = good.clone();
      damaged[i] ^= (byte) (1 << random.nextInt(8));
      Contents contents = Contents.read(damaged);
      String where = "byte %d, -Dibassay.seed=%d".formatted(i, seed);
      assertThat(contents.unreadable().size() + (contents.isTorn() ? 1 : 0))
          .as(where)
          .isBetween(1, 2);
      assertThat(contents.isOpen()).as(where).isTrue();
      assertThat(contents.saved()).as(where).hasSizeBetween(good[i] == '\n' ? 0 : 1, 2);
      contents.saved().forEach(one -> assertSame(one, saved.get((int) one.modifier())));
    }
  }

  /// For example one of a later version.
  @Test
  void anUnknownRecordIsCounted() {
    Contents contents =
        read(
            head(URI)
                + JournalLines.line("ibassay-journal 2")
                + JournalLines.line("colour red")
                + JournalLines.line("was COLOUR via 0 key 0x0 modifier 0x0 data 00")
                + Contents.group("C1", List.of(), List.of(saved(Change.PORT_INFO, 1))));
    assertThat(contents.unreadable())
        .containsExactly(
            "line 6, \"ibassay-journal 2\"",
            "line 7, \"colour red\"",
            "line 8, \"was COLOUR via 0 key 0x0 modifier 0x0 data 00\"");
    assertThat(contents.saved()).hasSize(1);
  }

  @Test
  void nothingThatAFileHoldsIsTooMuch() {
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[random.nextInt(400)];
      random.nextBytes(bytes);
      List<String> lines = new ArrayList<>();
      lines.add(new String(bytes, StandardCharsets.ISO_8859_1));
      lines.add(JournalLines.line(lines.getFirst()));
      lines.add(JournalLines.line("patience 999999999999999999 999999999 999999999"));
      lines.add(JournalLines.line("was PORT_INFO via 999 key"));
      Contents contents = read(String.join("\n", lines));
      assertThat(contents.saved()).as("-Dibassay.seed=%d, %d", seed, i).isEmpty();
      assertThat(contents.unreadable()).as("-Dibassay.seed=%d, %d", seed, i).isNotEmpty();
    }
  }

  private static String head(String uri) {
    return Contents.head(
        0xFEDC_BA98_7654_3210L, uri, 4711, "2026-01-02T03:04:05Z", new Timing(1_000_000, 7), 16);
  }

  private SavedAttribute saved(Change change, long modifier) {
    byte[] data = new byte[64];
    random.nextBytes(data);
    return new SavedAttribute(change, 1, random.nextLong(), modifier, MemorySegment.ofArray(data));
  }

  private static void assertSame(SavedAttribute actual, SavedAttribute expected) {
    assertThat(actual.change()).isEqualTo(expected.change());
    assertThat(actual.via()).isEqualTo(expected.via());
    assertThat(actual.key()).isEqualTo(expected.key());
    assertThat(actual.modifier()).isEqualTo(expected.modifier());
    assertThat(actual.data().mismatch(expected.data())).isEqualTo(-1);
  }

  private static Contents read(String text) {
    return Contents.read(text.getBytes(StandardCharsets.UTF_8));
  }
}
