package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.sa.Rate;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// OpenSM's structures and constants and libibmad's field table, compiled into a C program, agree
/// with our tables of subnet administration.
@RequiresPeer({"gcc", "libibmad.so", "libopensm.so", "tshark"})
class SaOracleTest {
  private static final int SAMPLES = 20;
  private static final long SEED = Long.getLong("ibassay.seed", System.currentTimeMillis());

  /// Components whose numbers OpenSM does not define. Preference has Linux's number; those of
  /// TraceRecord, ServiceAssociationRecord, RandomForwardingTableRecord and SwitchInfo were
  /// compared by hand with Intel's header `ib_sa_records.h`; the last one of SwitchInfo and the one
  /// of PortInfo follow from their neighbors.
  private static final Set<String> COUNTED =
      Set.of(
          "PathRecord.Preference",
          "PortInfoRecord.PortInfo.McastPkeyTrapSuppressionEnabled",
          "RandomForwardingTableRecord",
          "ServiceAssociationRecord",
          "SwitchInfoRecord.SwitchInfo",
          "TraceRecord");

  private static final List<SaSample> SENT = new ArrayList<>();
  private static List<String[]> reported = List.of();

  @BeforeAll
  static void ask(@TempDir Path directory) throws Exception {
    Random random = new Random(SEED);
    for (int i = 0; i < SAMPLES; i++) {
      SaAttributes.all().forEach(attribute -> SENT.add(SaSample.random(attribute, random)));
    }
    List<String> lines = new ArrayList<>();
    SENT.forEach(sample -> lines.add(sample.attribute().name() + " " + sample.dataHex()));
    SENT.forEach(sample -> lines.add("Header " + sample.madHex()));
    reported = run(compiled(directory), directory.resolve("samples"), lines);
  }

  private static Path compiled(Path directory) throws IOException, InterruptedException {
    for (String name : List.of("sa_oracle.c", "sa_masks.h")) {
      try (InputStream source =
          Objects.requireNonNull(SaOracleTest.class.getResourceAsStream(name))) {
        Files.copy(source, directory.resolve(name));
      }
    }
    Path program = directory.resolve("sa_oracle");
    List<String> command = new ArrayList<>(List.of("gcc", "-w"));
    // Where OpenSM's headers include each other.
    command.addAll(List.of("-idirafter", "/usr/include/infiniband"));
    command.addAll(List.of("-o", program.toString(), directory.resolve("sa_oracle.c").toString()));
    command.addAll(List.of("-libmad", "-lopensm", "-losmcomp"));
    Process gcc = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(gcc.waitFor()).as(said).isZero();
    return program;
  }

  private static List<String[]> run(Path program, Path input, List<String> lines)
      throws IOException, InterruptedException {
    Files.write(input, lines);
    Process process = new ProcessBuilder(program.toString()).redirectInput(input.toFile()).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return said.lines().map(line -> line.split(" ")).toList();
  }

  private static Stream<String[]> reported(String kind) {
    return reported.stream().filter(words -> words[0].equals(kind));
  }

  @Test
  void recordsAgree() {
    Set<String> different = new TreeSet<>();
    reported("field")
        .filter(words -> !words[1].equals("Header"))
        .forEach(words -> {
          SaSample sample = SENT.get(Integer.parseInt(words[2]));
          Element element = element(sample.attribute().layout().field(plain(words[3])), words[3]);
          String ours = sample.value(element.field, element.index);
          if (!ours.equals(padded(words[4], ours))) {
            different.add(words[1] + "." + words[3] + ": " + words[4] + ", ours " + ours);
          }
        });
    assertThat(different).as("-Dibassay.seed=" + SEED).isEmpty();
  }

  @Test
  void headersAgree() {
    List<String> different = new ArrayList<>();
    reported("field")
        .filter(words -> words[1].equals("Header"))
        .forEach(words -> {
          MemorySegment mad = SENT.get(Integer.parseInt(words[2]) - SENT.size()).mad();
          Element element =
              element(
                  RmppHeader.LAYOUT
                      .field(plain(words[3]))
                      .or(() -> SaHeader.LAYOUT.field(plain(words[3]))),
                  words[3]);
          String ours = SaSample.value(element.field, element.index, mad, 0);
          if (!ours.equals(padded(words[4], ours))) {
            different.add(words[3] + ": " + words[4] + ", ours " + ours);
          }
        });
    assertThat(different).as("-Dibassay.seed=" + SEED).isEmpty();
  }

  /// An element of a field, as the C program names it.
  private record Element(Field field, int index) {}

  private static Element element(Optional<Field> field, String name) {
    int bracket = name.indexOf('[');
    int index = bracket < 0 ? 0 : Integer.parseInt(name.substring(bracket + 1, name.length() - 1));
    return new Element(field.orElseThrow(() -> new AssertionError("no field " + name)), index);
  }

  private static String plain(String name) {
    return name.replaceAll("\\[.*", "");
  }

  private static String padded(String digits, String like) {
    return "0".repeat(Math.max(0, like.length() - digits.length())) + digits;
  }

  @Test
  void componentsAreNumberedAlike() {
    List<String> different = new ArrayList<>();
    reported("mask")
        .forEach(words -> {
          SaAttribute attribute = attribute(words[1]);
          Element element = element(attribute.layout().field(plain(words[2])), words[2]);
          long ours =
              element.field.count() == 1
                  ? attribute.mask(element.field)
                  : attribute.mask(element.field, element.index);
          if (ours != Long.parseUnsignedLong(words[3], 16)) {
            different.add(words[1] + "." + words[2] + ": " + words[3]);
          }
        });
    assertThat(different).isEmpty();
    assertThat(reported("mask")).hasSizeGreaterThan(200);
  }

  /// OpenSM's structures are padded like the records of a table.
  @Test
  void recordsAreAsLong() {
    reported("offset")
        .forEach(words ->
            assertThat(attribute(words[1]).attributeOffset())
                .as(words[1])
                .isEqualTo(Integer.parseInt(words[2])));
  }

  @Test
  void numbersAgree() {
    reported("number")
        .forEach(words -> {
          String name = String.join(" ", List.of(words).subList(2, words.length - 1));
          int value = Integer.parseInt(words[words.length - 1]);
          String ours =
              switch (words[1]) {
                case "attribute" -> SaAttributes.name(value);
                case "method" -> SaMethod.name(value);
                case "status" -> SaStatus.name(SaStatus.of(value));
                case "rmpp" -> RmppStatus.name(value);
                default -> "?";
              };
          assertThat(ours).as(words[1] + " " + value).isEqualTo(name);
        });
    assertThat(reported("number").filter(words -> words[1].equals("attribute")))
        .hasSize(SaAttributes.all().size());
  }

  @Test
  void ratesAreOrderedAlike() {
    reported("order")
        .forEach(words -> {
          Rate one = Rate.of(Integer.parseInt(words[1])).orElseThrow();
          Rate other = Rate.of(Integer.parseInt(words[2])).orElseThrow();
          assertThat(Integer.signum(one.compareTo(other)))
              .as(one + " and " + other)
              .isEqualTo(Integer.parseInt(words[3]));
        });
    assertThat(reported("order")).hasSizeGreaterThan(400);
  }

  @Test
  void linksHaveTheSameRates() {
    reported("rate")
        .forEach(words -> {
          int[] link = IntStream.range(1, 5).map(i -> Integer.parseInt(words[i])).toArray();
          assertThat(Rate.of(link[0], link[1], link[2], 0).map(Rate::code))
              .as("width %d, speed %d, extended %d", link[0], link[1], link[2])
              .contains(link[3]);
        });
    assertThat(reported("rate")).hasSize(5 * 3 * 4);
  }

  /// Fields of SMP attributes within records are compared in the tests of SMPs; here, only the
  /// offset of the table is.
  @Test
  void everyFieldHasAnOracle() throws Exception {
    SaTsharkNames tshark = SaTsharkNames.ofInstalled();
    Set<String> without = new TreeSet<>();
    for (SaAttribute attribute : SaAttributes.all()) {
      attribute.layout().fields().stream()
          .filter(field -> !field.name().contains("."))
          .filter(field -> !tshark.of(attribute).containsKey(field))
          .forEach(field -> without.add(attribute.name() + "." + field.name()));
    }
    reported("field").forEach(words -> without.remove(words[1] + "." + plain(words[3])));
    assertThat(without).isEmpty();
  }

  @Test
  void componentsWithoutAnOracleAreListed() {
    Set<String> without = new TreeSet<>();
    for (SaAttribute attribute : SaAttributes.all()) {
      attribute.components().forEach(c -> without.add(attribute.name() + "." + c.name()));
    }
    reported("mask").forEach(words -> without.remove(words[1] + "." + words[2]));
    assertThat(without).isNotEmpty().allMatch(name -> COUNTED.stream().anyMatch(name::startsWith));
  }

  private static SaAttribute attribute(String name) {
    return SaAttributes.all().stream().filter(a -> a.name().equals(name)).findFirst().orElseThrow();
  }
}
