package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.interop.FieldOracles.Line;
import org.ibassay.interop.RandomPackets.Packet;
import org.ibassay.interop.RandomPackets.Place;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.Described;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.TransportPacket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// tshark agrees on every operation in every framing, and knows the same operations.
@RequiresPeer("tshark")
class TransportTsharkTest {
  private static final Seed SEED = Seed.ofRun();
  private static final int EACH_NEIGHBOR = 20;

  /// A field that tshark displays only for this header.
  private static final Map<Header, String> TELLING =
      Map.of(
          Header.DETH, "infiniband.deth",
          Header.RETH, "infiniband.reth",
          Header.ATOMIC_ETH, "infiniband.atomiceth",
          Header.AETH, "infiniband.aeth",
          Header.ATOMIC_ACK_ETH, "infiniband.atomicacketh",
          Header.IMM_DT, "infiniband.immdt",
          Header.IETH, "infiniband.ieth");

  private static final Map<String, Field> FIELDS = FieldOracles.fields();

  @TempDir private Path directory;

  private final Set<String> compared = new TreeSet<>();
  private final List<String> differences = new ArrayList<>();

  @Test
  void everyFieldThatItKnowsAgrees() throws Exception {
    RandomTransport all = new RandomTransport(SEED.random());
    List<Packet> frames = new ArrayList<>(all.packets(LinkType.ETHERNET));
    for (int i = 0; i < EACH_NEIGHBOR; i++) {
      frames.add(all.arp());
      frames.add(all.advertisement());
    }
    Path ethernet = directory.resolve("ethernet.pcap");
    RandomTransport.write(ethernet, frames);
    compare(ethernet, frames, LinkType.ETHERNET);

    List<Packet> packets = all.packets(LinkType.INFINIBAND);
    Path infiniband = directory.resolve("native.pcap");
    RandomPackets.write(infiniband, packets);
    compare(infiniband, packets, LinkType.INFINIBAND);

    assertThat(differences).as(SEED.toString()).isEmpty();
    assertThat(compared)
        .as("every field that the list gives to tshark was compared")
        .isEqualTo(lines().map(Line::field).collect(Collectors.toCollection(TreeSet::new)));
  }

  private static Stream<Line> lines() {
    return FieldOracles.lines().stream()
        .filter(line -> line.kind().equals("tshark") && line.isOf(FieldOracles.transport()));
  }

  private void compare(Path file, List<Packet> packets, LinkType link) throws Exception {
    List<String> names =
        Stream.of(
                lines().flatMap(line -> line.names().stream()),
                TELLING.values().stream(),
                Stream.of(
                    "infiniband.invariant.crc", "ip.checksum.status", "icmpv6.checksum.status"))
            .flatMap(same -> same)
            .distinct()
            .toList();
    List<Map<String, String>> read = Tshark.fields(file, names, "ip.check_checksum:TRUE");
    assertThat(read).hasSameSizeAs(packets);
    for (int n = 0; n < packets.size(); n++) {
      String where = "%s %d".formatted(file.getFileName(), n + 1);
      Packet packet = packets.get(n);
      Optional<OpCode> opCode = opCode(packet, link);
      for (Place place : packet.places()) {
        if (opCode.isEmpty() || isReadable(opCode.get(), place)) {
          compare(place, packet, read.get(n), where);
        }
      }
      compareChecks(packet, link, opCode, read.get(n), where);
    }
  }

  private static Optional<OpCode> opCode(Packet packet, LinkType link) {
    TransportPacket transport = new TransportPacket(packet.bytes());
    boolean fine = transport.read(link, 0, (int) packet.bytes().byteSize());
    assertThat(fine).as("%s %s", transport, SEED).isEqualTo(transport.isTransport());
    return transport.opCode();
  }

  /// tshark cannot dissect headers that it does not know, or those after them: see `oracles.txt`.
  private static boolean isReadable(OpCode opCode, Place place) {
    boolean known =
        switch (opCode.service()) {
          case RC ->
              opCode.operation() != Operation.FLUSH && opCode.operation() != Operation.ATOMIC_WRITE;
          case UC, UD -> true;
          case RD, XRC, CNP -> false;
        };
    return known || !isAfterBth(place);
  }

  private static boolean isAfterBth(Place place) {
    return Stream.of(Header.values())
        .filter(header -> header.compareTo(Header.BTH) > 0)
        .anyMatch(header -> header.layout().equals(place.layout()));
  }

  private void compare(Place place, Packet packet, Map<String, String> read, String where) {
    for (Line line : FieldOracles.lines("tshark", place.layout())) {
      Field field = Objects.requireNonNull(FIELDS.get(line.field()));
      String ours = ours(place, field, packet);
      String theirs = theirs(line.names().getFirst(), field, read);
      check(where, line.field(), ours, theirs);
      compared.add(line.field());
    }
  }

  private static String ours(Place place, Field field, Packet packet) {
    return isText(field)
        ? Described.of(place.layout(), field, packet.bytes(), place.at()).values().getFirst()
        : Long.toHexString(field.get(packet.bytes(), place.at()));
  }

  /// Returns the first value: tshark may interpret part of a payload as another header.
  private static String theirs(String name, Field field, Map<String, String> read) {
    String value = Objects.requireNonNull(read.get(name)).split(",", -1)[0];
    if (isText(field)) {
      return value;
    }
    return switch (value) {
      case "True" -> "1";
      case "False" -> "0";
      case "" -> "nothing";
      default -> number(name, value);
    };
  }

  /// Some numbers are bytes in tshark, which displays them in hexadecimal without a prefix.
  private static String number(String name, String value) {
    boolean bytes = name.equals("infiniband.immdt") || name.equals("infiniband.ieth");
    return Long.toHexString(
        bytes
            ? Long.parseUnsignedLong(value, 16)
            : value.startsWith("0x")
                ? Long.parseUnsignedLong(value.substring(2), 16)
                : Long.parseUnsignedLong(value));
  }

  private static boolean isText(Field field) {
    return switch (field.form()) {
      case GID, MAC, IPV4, TEXT, BYTES -> true;
      case DECIMAL, HEX, FLAG -> false;
    };
  }

  /// Compares the headers and the offset of the ICRC, and checks that checksums are correct.
  private void compareChecks(
      Packet packet,
      LinkType link,
      Optional<OpCode> opCode,
      Map<String, String> read,
      String where) {
    if (opCode.isPresent() && isReadable(opCode.get(), new Place(Header.RETH.layout(), 0))) {
      for (Map.Entry<Header, String> telling : TELLING.entrySet()) {
        boolean theirs = !Objects.requireNonNull(read.get(telling.getValue())).isEmpty();
        boolean ours = opCode.get().headers().contains(telling.getKey());
        check(where, opCode.get() + " with " + telling.getKey(), ours, theirs);
      }
      int icrcAt = (int) packet.bytes().byteSize() - (link == LinkType.INFINIBAND ? 6 : 4);
      String icrc = "0x%08x".formatted(packet.bytes().asByteBuffer().getInt(icrcAt));
      String theirs = Objects.requireNonNull(read.get("infiniband.invariant.crc"));
      check(where, "ICRC", icrc, theirs);
    }
    for (String status : List.of("ip.checksum.status", "icmpv6.checksum.status")) {
      String theirs = Objects.requireNonNull(read.get(status)).split(",", -1)[0];
      check(where, status, theirs.isEmpty() ? "" : "1", theirs);
    }
  }

  private void check(String where, String what, Object ours, Object theirs) {
    if (!ours.equals(theirs)) {
      differences.add("%s: %s is %s and not %s".formatted(where, what, ours, theirs));
    }
  }

  @Test
  void itsOperationsAreOurs() throws Exception {
    Map<Integer, String> theirs = new HashMap<>();
    Tshark.run("tshark", "-G", "values")
        .lines()
        .map(line -> line.split("\t", -1))
        .filter(columns -> columns.length > 3 && columns[1].equals("infiniband.bth.opcode"))
        .forEach(columns -> theirs.put(Integer.decode(columns[2]), plain(columns[3])));
    Map<Integer, String> ours =
        IntStream.range(0, 256)
            .mapToObj(OpCode::of)
            .flatMap(Optional::stream)
            .collect(Collectors.toMap(OpCode::number, opCode -> plain(opCode.text())));
    // tshark has a name for it, but it is not defined.
    assertThat(theirs.remove(0x15)).isEqualTo("rc reserved");
    assertThat(theirs.remove(0x80)).isEqualTo("cnp");
    assertThat(ours.remove(0x81)).isEqualTo("cnp");
    Stream.of(OpCode.RC_FLUSH, OpCode.RC_ATOMIC_WRITE, OpCode.XRC_FLUSH, OpCode.XRC_ATOMIC_WRITE)
        .forEach(opCode -> assertThat(ours.remove(opCode.number())).isNotNull());
    assertThat(ours).isEqualTo(theirs);
  }

  /// Converts `Reliable Connection (RC) - SEND Only` to `rc send only`.
  private static String plain(String name) {
    return name.replaceFirst("^.*\\((\\w+)\\) - ", "$1 ").toLowerCase(Locale.ROOT);
  }
}
