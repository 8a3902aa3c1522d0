package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ibassay.interop.FieldOracles.Line;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Service;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `ibassay decode --json` agrees with tshark in all fields that tshark knows, except for the
/// differences that `decode-differences.txt` lists and explains.
// tshark and `decode` read every sample in several forms: minutes.
@Tag("full")
@RequiresPeer({
  "tshark",
  "ibsim",
  IbsimFabric.WRAPPER,
  "libibumad.so.3",
  SoftRoceGuest.APT,
  SoftRoceGuest.COMPILER
})
@Order(5)
class DecodeTsharkTest {
  private static final Seed SEED = Seed.ofRun();
  private static final int AT_LEAST = 40_000;
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Set<String> BYTES = Set.of("infiniband.immdt", "infiniband.ieth");

  private static final List<String> RMPP =
      List.of(
          "RMPPVersion",
          "RMPPType",
          "RRespTime",
          "RMPPFlags",
          "RMPPStatus",
          "SegmentNumber",
          "PayloadLength");

  private static final Map<String, String> ERF =
      Map.ofEntries(
          Map.entry("Timestamp", "ts"),
          Map.entry("ExtensionHeader", "types.ext_header"),
          Map.entry("Type", "types.type"),
          Map.entry("Flags", "flags"),
          Map.entry("CaptureInterface", "flags.cap"),
          Map.entry("VaryingLength", "flags.vlen"),
          Map.entry("Truncated", "flags.trunc"),
          Map.entry("RXError", "flags.rxe"),
          Map.entry("DSError", "flags.dse"),
          Map.entry("RecordLength", "rlen"),
          Map.entry("LossCounter", "lctr"),
          Map.entry("WireLength", "wlen"));

  /// The JSON of the header that raw InfiniBand does not have.
  private static final String ERF_HEADER = "\"ERF\":\\{[^{}]*\\{[^{}]*}[^{}]*},";

  /// Fields of the common header that only directed-route SMPs have.
  private static final Set<String> DIRECTED = Set.of("D", "HopPointer", "HopCount");

  @TempDir private Path directory;

  /// tshark's names of the fields of a section.
  private final Map<String, Map<String, Line>> known = new HashMap<>();

  private final Set<String> columns = new LinkedHashSet<>();
  private final Map<String, String> differences = new TreeMap<>();
  private long packets;
  private long values;

  @Test
  void showsWhatTsharkShows() throws Exception {
    List<Line> lines =
        FieldOracles.lines().stream().filter(line -> line.kind().equals("tshark")).toList();
    lines.forEach(this::know);
    SaTsharkNames names = SaTsharkNames.ofInstalled();
    for (SaAttribute attribute : SaAttributes.all()) {
      names
          .of(attribute)
          .forEach((field, name) ->
              know(new Line(attribute.name() + "." + field.name(), "tshark", name)));
      // Parts of an attribute within a record.
      for (Line line : lines) {
        if (attribute.layout().field(line.field()).isPresent()) {
          know(new Line(attribute.name() + "." + line.field(), "tshark", line.what()));
        }
      }
    }
    for (String name : List.of("SM_Key", "AttributeOffset", "ComponentMask")) {
      know("SAHeader." + name, "infiniband.sa." + lower(name).replace("_", ""));
    }
    for (String name : RMPP) {
      know("RMPPHeader." + name, "infiniband.rmpp." + lower(name));
    }
    ERF.forEach((field, column) -> know("ERF." + field, "erf." + column));
    know("ICRC.found", "infiniband.invariant.crc");
    know("VCRC.found", "infiniband.variant.crc");

    for (Path capture : new DecodeCorpus(directory, SEED.random()).captures()) {
      compare(capture);
    }

    Path found = Path.of("target", "decode-differences.txt");
    Files.write(
        found,
        differences.entrySet().stream().map(one -> one.getKey() + " | " + one.getValue()).toList());
    assertThat(packets).isGreaterThanOrEqualTo(AT_LEAST);
    assertThat(values).as("values compared").isGreaterThan(20L * AT_LEAST);
    assertThat(differences.keySet()).as("see " + found + "; " + SEED).isEqualTo(judged());
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private void know(String field, String column) {
    know(new Line(field, "tshark", column));
  }

  private void know(Line line) {
    int dot = line.field().indexOf('.');
    known
        .computeIfAbsent(line.field().substring(0, dot), section -> new HashMap<>())
        .putIfAbsent(line.field().substring(dot + 1), line);
    columns.addAll(line.names());
  }

  /// The first column of the list.
  private static Set<String> judged() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            DecodeTsharkTest.class.getResourceAsStream("decode-differences.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(line -> line.split(" \\| ", 2)[0])
          .collect(Collectors.toSet());
    }
  }

  private void compare(Path capture) throws Exception {
    Path theirs = directory.resolve("theirs.txt");
    List<String> command =
        new ArrayList<>(List.of("tshark", "-r", capture.toString(), "-n", "-T", "fields"));
    // It interprets payloads as RPC or Ethernet, and fails.
    command.addAll(List.of("--disable-protocol", "rpcordma"));
    command.addAll(List.of("--disable-protocol", "infiniband.eoib"));
    command.addAll(List.of("-E", "separator=|", "-E", "occurrence=a", "-E", "aggregator=;"));
    columns.forEach(column -> command.addAll(List.of("-e", column)));
    Process tshark =
        new ProcessBuilder(command)
            .redirectOutput(theirs.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Path ours = DecodeCorpus.decoded(capture, directory.resolve("ours.json"));
    assertThat(tshark.waitFor()).isZero();
    List<String> order = List.copyOf(columns);
    try (BufferedReader json = Files.newBufferedReader(ours);
        BufferedReader fields = Files.newBufferedReader(theirs)) {
      for (String line = json.readLine(); line != null; line = json.readLine()) {
        String row = Objects.requireNonNull(fields.readLine(), "tshark shows fewer packets");
        new Comparison(capture.getFileName() + " " + ++packets, order, row.split("\\|", -1))
            .compare(JSON.readTree(line));
      }
      assertThat(fields.readLine()).as("tshark shows more packets").isNull();
    }
  }

  /// Compares one packet.
  private final class Comparison {
    private final String where;
    private final Map<String, String> theirs = new HashMap<>();
    private final Set<String> used = new HashSet<>();
    private String unreadable = "";

    Comparison(String where, List<String> order, String[] row) {
      this.where = where;
      assertThat(row).hasSameSizeAs(order);
      for (int i = 0; i < row.length; i++) {
        if (!row[i].isEmpty()) {
          theirs.put(order.get(i), row[i]);
        }
      }
    }

    void compare(JsonNode packet) {
      for (Map.Entry<String, JsonNode> section : packet.properties()) {
        JsonNode value = section.getValue();
        if (section.getKey().equals("BTH")) {
          unreadable = unreadable(value.path("OpCode").asString());
        } else if (section.getKey().equals("RMPPHeader") && isNoData(value)) {
          unreadable = "an RMPP packet that has no data";
        }
        if (value.isObject()) {
          section(section.getKey(), value, 0);
        } else if (value.isArray()) {
          for (int i = 0; i < value.size(); i++) {
            section(section.getKey(), value.get(i), i);
          }
        }
      }
      if (unreadable.isEmpty() && isActive(packet.path("RMPPHeader"))) {
        unreadable = "a segment without a whole record";
      }
      for (String column : theirs.keySet()) {
        if (!used.contains(column)) {
          differ(column + " only there", theirs.get(column));
        }
      }
    }

    private void section(String section, JsonNode fields, int record) {
      if (!fields.isObject()) {
        return;
      }
      for (Map.Entry<String, JsonNode> field : fields.properties()) {
        JsonNode value = field.getValue();
        if (value.isObject()) {
          check(section, field.getKey(), value.path("value"), record);
          value
              .properties()
              .forEach(part -> check(section, part.getKey(), part.getValue(), record));
        } else {
          check(section, field.getKey(), value, record);
        }
      }
    }

    private void check(String shown, String field, JsonNode value, int record) {
      String section = shown.equals("MADHeader") && DIRECTED.contains(field) ? "SMP" : shown;
      Line line = known.getOrDefault(section, Map.of()).get(field);
      if (line == null) {
        return;
      }
      used.addAll(line.names());
      List<String> ours = new ArrayList<>();
      if (value.isArray()) {
        value.forEach(one -> ours.add(normal(one)));
      } else {
        ours.add(normal(value));
      }
      JsonNode first = value.isArray() ? value.path(0) : value;
      boolean isNumber = first.isNumber() || first.asString().startsWith("0x");
      List<String> there = there(line, isNumber);
      int count = Math.min(ours.size(), line.shown(ours.size()));
      int from = record * count;
      String name = line.field();
      if (there.isEmpty() && ours.equals(List.of(""))) {
        values++;
      } else if (record > 0 && there.size() < from + count) {
        differ("a record of a table after its first", name);
      } else if (there.size() < from + count) {
        differ(name + " absent", ours.toString());
      } else if (!same(there.subList(from, from + count), ours.subList(0, count))) {
        differ(name + " other", ours + " and not " + there);
      } else {
        values += count;
      }
    }

    private List<String> there(Line line, boolean isNumber) {
      List<String[]> all = new ArrayList<>();
      for (String name : line.names()) {
        String text = theirs.get(name);
        all.add(text == null ? new String[0] : text.split(";", -1));
      }
      List<String> there = new ArrayList<>();
      for (int i = 0; i < all.getFirst().length; i++) {
        for (String[] column : all) {
          if (i < column.length) {
            String text = column[i];
            there.add(isNumber ? number(text, BYTES.contains(line.names().getFirst())) : text);
          }
        }
      }
      return there;
    }

    /// Some texts are bytes in tshark.
    private static boolean same(List<String> theirs, List<String> ours) {
      String text = HexFormat.of().formatHex(ours.getFirst().getBytes(StandardCharsets.UTF_8));
      return theirs.equals(ours)
          || (theirs.size() == 1 && theirs.getFirst().matches(text + "(00)*"));
    }

    private void differ(String what, String example) {
      String key = unreadable.isEmpty() ? what : unreadable;
      differences.putIfAbsent(key, where + ": " + what + ": " + example);
    }
  }

  /// Headers that tshark does not know, and those after them.
  private static String unreadable(String number) {
    OpCode opCode = OpCode.of(Integer.decode(number)).orElse(null);
    if (opCode == null) {
      return "after the BTH of an undefined operation";
    }
    if (opCode.operation() == Operation.FLUSH || opCode.operation() == Operation.ATOMIC_WRITE) {
      return "after the BTH of " + opCode.operation().text();
    }
    boolean known =
        opCode.service() == Service.RC
            || opCode.service() == Service.UC
            || opCode.service() == Service.UD;
    return known ? "" : "after the BTH of " + opCode.service();
  }

  private static boolean isActive(JsonNode rmpp) {
    return rmpp.path("RMPPFlags").path("Active").asInt(0) == 1;
  }

  private static boolean isNoData(JsonNode rmpp) {
    return isActive(rmpp) && rmpp.path("RMPPType").asInt() != RmppHeader.TYPE_DATA;
  }

  /// Returns a number in hexadecimal, or a text.
  private static String normal(JsonNode value) {
    return value.isNumber()
        ? Long.toHexString(value.asLong())
        : value.asString().startsWith("0x")
            ? Long.toHexString(Long.parseUnsignedLong(value.asString().substring(2), 16))
            : value.asString();
  }

  private static String number(String text, boolean isBytes) {
    try {
      return switch (text) {
        case "True" -> "1";
        case "False" -> "0";
        default ->
            Long.toHexString(
                text.startsWith("0x")
                    ? Long.parseUnsignedLong(text.substring(2), 16)
                    : Long.parseUnsignedLong(text, isBytes ? 16 : 10));
      };
    } catch (NumberFormatException e) {
      return text;
    }
  }

  /// tshark rejects raw InfiniBand: the same packets in ERF records must be decoded equally.
  @Test
  void rawInfiniBandReadsAsErf() throws Exception {
    List<Path> erf = new DecodeCorpus(directory, SEED.random()).infiniband(197);
    List<Path> raw = new DecodeCorpus(directory, SEED.random()).infiniband(247);
    for (int i = 0; i < erf.size(); i++) {
      Path one = DecodeCorpus.decoded(erf.get(i), directory.resolve("erf.json"));
      Path other = DecodeCorpus.decoded(raw.get(i), directory.resolve("raw.json"));
      assertThat(Files.readString(other).replace("\"linkType\":247", "\"linkType\":197"))
          .as(SEED.toString())
          .isEqualTo(Files.readString(one).replaceAll(ERF_HEADER, ""));
    }
  }
}
