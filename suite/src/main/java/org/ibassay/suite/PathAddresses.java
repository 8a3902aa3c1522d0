package org.ibassay.suite;

import java.util.List;
import java.util.stream.Stream;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// The addresses in packets of the DUT: those that the tester sends with, exchanged.
final class PathAddresses {
  /// The two addresses of a header below the BTH.
  private record Pair(Header header, Field source, Field destination) {}

  private static final List<Pair> PAIRS =
      List.of(
          new Pair(Header.ETHERNET, Ethernet.SOURCE, Ethernet.DESTINATION),
          new Pair(Header.IPV4, Ipv4.SOURCE, Ipv4.DESTINATION),
          new Pair(Header.IPV6, Ipv6.SOURCE, Ipv6.DESTINATION),
          new Pair(Header.LRH, Lrh.SLID, Lrh.DLID));

  /// An address in a packet.
  ///
  /// @param field field of the address
  /// @param expected in the usual notation
  /// @param actual in the usual notation
  /// @param wrong location in the packet, if known
  record Address(
      Header header, Field field, String expected, String actual, @Nullable WrongField wrong) {
    boolean isRight() {
      return expected.equals(actual);
    }

    String name() {
      return header.layout().name() + ":" + field.name();
    }
  }

  private final PacketPath path;

  PathAddresses(PacketPath path) {
    this.path = path;
  }

  /// Returns the addresses in a packet of the DUT, from the headers that the tester's packets also
  /// have.
  List<Address> of(PacketIn packetIn) {
    Envelope envelope = path.envelope();
    return PAIRS.stream()
        .filter(pair -> packetIn.has(pair.header) && envelope.has(pair.header))
        .flatMap(pair -> Stream.of(pair.source, pair.destination).map(f -> of(packetIn, pair, f)))
        .toList();
  }

  private Address of(PacketIn packetIn, Pair pair, Field field) {
    boolean isSource = field.equals(pair.source);
    if (pair.header == Header.IPV6) {
      Gid expected = isSource ? path.dut().gid() : path.tester().gid();
      Gid actual = Gid.get(field, packetIn.packet().segment(), packetIn.packet().at(pair.header));
      return new Address(pair.header, field, expected.toString(), actual.toString(), null);
    }
    long expected = path.envelope().get(pair.header, isSource ? pair.destination : pair.source);
    long actual = packetIn.get(pair.header, field);
    return new Address(
        pair.header,
        field,
        shown(pair.header, expected),
        shown(pair.header, actual),
        WrongField.in(pair.header, field, expected, actual));
  }

  private static String shown(Header header, long address) {
    return switch (header) {
      case ETHERNET -> new Mac(address).toString();
      case IPV4 ->
          "%d.%d.%d.%d"
              .formatted(
                  address >>> 24, address >>> 16 & 0xFF, address >>> 8 & 0xFF, address & 0xFF);
      default -> "0x%04X".formatted(address);
    };
  }
}
