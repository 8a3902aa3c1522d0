package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import org.ibassay.link.Clock;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// Resolves addresses on the Ethernet: finds the DUT's, and answers requests for the tester's.
final class NeighborCache {
  /// How a frame was handled.
  enum Outcome {
    /// The frame is unrelated to address resolution.
    NONE,
    /// The frame contained the DUT's address.
    REPORTED,
    /// The frame requested the tester's address, and was answered.
    ANSWERED
  }

  private static final Label PURPOSE = Label.of("address resolution");
  private static final int FRAME_BYTES = 128;
  private static final int TRIES = 10;
  private static final long TRY_NANOS = 300_000_000;

  /// How long one receive call waits, so that an interruption is noticed.
  private static final long SLICE_NANOS = 50_000_000;

  private final Carrier carrier;
  private final Station station;
  private final InetAddress dutAddress;
  private final Tap tap;
  private final Resolution resolution;
  private final MemorySegment own;
  private final MemorySegment out = MemorySegment.ofArray(new byte[FRAME_BYTES]);
  private @Nullable Mac dut;
  private long reported;

  /// @param dutAddress of the same family as the station's
  NeighborCache(Carrier carrier, Station station, InetAddress dutAddress, Tap tap) {
    this.carrier = carrier;
    this.station = station;
    this.dutAddress = dutAddress;
    this.tap = tap;
    this.own = MemorySegment.ofArray(station.address().getAddress());
    this.resolution = resolution(station, dutAddress);
  }

  static Resolution resolution(Station station, InetAddress dutAddress) {
    EthernetHeader header = new EthernetHeader(station);
    return switch (station.address()) {
      case Inet4Address four -> new ArpResolution(header, four, (Inet4Address) dutAddress);
      case Inet6Address six -> new NdResolution(header, six, (Inet6Address) dutAddress);
      default -> throw new IllegalArgumentException("no IP address: " + station.address());
    };
  }

  /// Requests the DUT's Ethernet address, with retries.
  ///
  /// @throws LinkException if there is no answer
  Mac find() throws LinkException, InterruptedException {
    Clock clock = carrier.clock();
    MemorySegment in = MemorySegment.ofArray(new byte[PacketPort.FRAME_BYTES]);
    for (int i = 0; i < TRIES; i++) {
      ask();
      long deadline = clock.nanos() + TRY_NANOS;
      while (clock.nanos() < deadline) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        int bytes = carrier.receive(in, Math.min(deadline, clock.nanos() + SLICE_NANOS));
        if (bytes > 0) {
          take(in, bytes, clock.nanos());
        }
        if (dut != null) {
          return dut;
        }
      }
    }
    throw new LinkException(
        "no response from %s on the link (asked %d times from %s); is the DUT's port up, and"
                .formatted(dutAddress.getHostAddress(), TRIES, station.address().getHostAddress())
            + " is this its address?");
  }

  /// Requests the DUT's Ethernet address once.
  void ask() throws LinkException {
    send(resolution.ask(out));
  }

  /// How many times the DUT has sent its address.
  long reported() {
    return reported;
  }

  /// Handles a frame, if it belongs to address resolution.
  Outcome take(MemorySegment in, int bytes, long now) throws LinkException {
    int answer = resolution.answer(in, bytes, out);
    if (answer > 0) {
      capture(Direction.RECEIVED, in, bytes, now);
      send(answer);
      return Outcome.ANSWERED;
    }
    Mac address = resolution.reported(in, bytes);
    if (address == null) {
      return Outcome.NONE;
    }
    dut = address;
    reported++;
    capture(Direction.RECEIVED, in, bytes, now);
    return Outcome.REPORTED;
  }

  /// Whether a RoCE packet is sent to the tester's addresses.
  boolean isForTester(TransportPacket packet) {
    return packet.has(Header.ETHERNET)
        && packet.get(Header.ETHERNET, Ethernet.DESTINATION) == station.mac().value()
        && (isTo(packet, Header.IPV4) || isTo(packet, Header.IPV6));
  }

  private boolean isTo(TransportPacket packet, Header header) {
    if (!packet.has(header)) {
      return false;
    }
    Field field = header == Header.IPV4 ? Ipv4.DESTINATION : Ipv6.DESTINATION;
    return field.slice(packet.segment(), packet.at(header)).mismatch(own) < 0;
  }

  private void send(int bytes) throws LinkException {
    long now = carrier.clock().nanos();
    carrier.send(out, bytes);
    capture(Direction.SENT, out, bytes, now);
  }

  private void capture(Direction direction, MemorySegment frame, int bytes, long now) {
    tap.packet(direction, LinkType.ETHERNET, frame, bytes, now, PURPOSE);
  }
}
