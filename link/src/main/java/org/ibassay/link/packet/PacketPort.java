package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.List;
import org.ibassay.link.Clock;
import org.ibassay.link.HoldUps;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.Pump;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// A tester port for transport packets: sends packets unchanged, returns packets for the tester in
/// the order received, and offers every packet to the capture.
///
/// On Ethernet it also answers requests for the tester's address, but only while it is in use: code
/// that waits for something else calls [#pump] meanwhile.
///
/// Used by one thread.
public final class PacketPort implements Pump, AutoCloseable {
  /// How long one receive call waits on a real link, so that an interruption is noticed.
  private static final long SLICE_NANOS = 50_000_000;

  /// Large enough for every packet.
  static final int FRAME_BYTES = 1 << 16;

  /// How many packets are received in a row without checking the clock or for an interruption: more
  /// than are kept, but a DUT that never stops sending does not stop the tester.
  static final int MOST_PUMPED = 1 << 16;

  /// Numbers of packets so far.
  ///
  /// @param sent transport packets sent
  /// @param received transport packets received for the tester
  /// @param answered requests for the tester's address that were answered
  /// @param other other packets received
  public record Counters(long sent, long received, long answered, long other) {}

  /// The tester's first QP number; [#newQpn] counts from here.
  public static final int FIRST_QPN = 0x001BA0;

  /// The limit by which a wait is extended after the thread stalled.
  private static final long MOST_AGAIN_NANOS = 1_000_000_000;

  private final Carrier carrier;
  private PacketPath path;
  private final @Nullable NeighborCache neighbors;
  private final Tap tap;
  private final Timing timing;
  private final boolean sliced;
  private final HoldUps holdUps;

  private final MemorySegment incoming = MemorySegment.ofArray(new byte[FRAME_BYTES]);
  private final TransportPacket reader = new TransportPacket(incoming);
  private final WaitingPackets waiting = new WaitingPackets();
  private final PacketWatch watch;
  private Label label = Label.NONE;
  private long sent;
  private long received;
  private long answered;
  private long other;
  private int nextQpn = FIRST_QPN;

  /// A port without address resolution: native InfiniBand, or a simulation.
  ///
  /// @param carrier sends and receives packets; closed with the port
  /// @param tap receives every packet
  /// @param timing timeouts and retries for users of the port
  public PacketPort(Carrier carrier, PacketPath path, Tap tap, Timing timing) {
    this(carrier, path, tap, timing, null);
  }

  private PacketPort(
      Carrier carrier, PacketPath path, Tap tap, Timing timing, @Nullable NeighborCache neighbors) {
    this.carrier = carrier;
    this.path = path;
    this.tap = tap;
    this.watch = new PacketWatch(tap);
    this.timing = timing;
    this.neighbors = neighbors;
    this.sliced = !carrier.isSimulated();
    this.holdUps = new HoldUps(carrier.isSimulated());
  }

  /// Returns a port for RoCEv2 on a real Ethernet, after resolving the DUT's address.
  ///
  /// @param carrier sends and receives frames; closed with the port, and if this method fails
  /// @param tap receives every packet
  /// @param station the tester
  /// @param dut the DUT's address, of the same family as the tester's
  /// @param mtu the user's limit of a packet's payload in bytes; 0 if the DUT's port decides
  /// @param timing timeouts and retries for users of the port
  /// @throws LinkException if the DUT does not answer
  public static PacketPort overEthernet(
      Carrier carrier, Tap tap, Station station, InetAddress dut, int mtu, Timing timing)
      throws LinkException, InterruptedException {
    NeighborCache neighbors = new NeighborCache(carrier, station, dut, tap);
    Mac mac;
    try {
      mac = neighbors.find();
    } catch (LinkException | InterruptedException e) {
      carrier.close();
      throw e;
    }
    Envelope plain = Envelope.roceV2(mac, station.mac(), station.address(), dut);
    Envelope envelope =
        station.vlan().isPresent() ? plain.withVlan(station.vlan().getAsInt()) : plain;
    PortAddress tester = PortAddress.ofIp(station.address());
    PacketPath path = new PacketPath(envelope, tester, PortAddress.ofIp(dut), 0, mtu);
    return new PacketPort(carrier, path, tap, timing, neighbors);
  }

  /// The path to the DUT.
  public PacketPath path() {
    return path;
  }

  /// Replaces the path, after the upper tester has reported more about the DUT.
  public void setPath(PacketPath known) {
    path = known;
  }

  /// Timeouts and retries for users of the port.
  public Timing timing() {
    return timing;
  }

  /// The clock of the link.
  public Clock clock() {
    return carrier.clock();
  }

  /// Whether time is simulated.
  public boolean isSimulated() {
    return carrier.isSimulated();
  }

  /// Whether no packet can be lost between the tester and the DUT.
  public boolean isLossless() {
    return carrier.isLossless();
  }

  /// The link type: the header that packets begin with.
  public LinkType link() {
    return carrier.link();
  }

  /// Returns a QP number of the tester that was never used before, so that packets in flight for an
  /// earlier QP are recognized.
  public int newQpn() {
    return nextQpn++;
  }

  /// Whether a QP number was returned by [#newQpn].
  public boolean isOwnQpn(int qpn) {
    return qpn >= FIRST_QPN && qpn < nextQpn;
  }

  /// Sets the label of packets sent and received from now on.
  public void setLabel(Label purpose) {
    label = purpose;
  }

  /// Starts a test; see [org.ibassay.link.mad.MadLink#begin].
  public void begin(String test) {
    carrier.begin(test);
  }

  /// The capture that every packet is offered to.
  public Tap capture() {
    return tap;
  }

  /// Knows the packet that may have stopped a DUT that no longer responds.
  public PacketWatch watch() {
    return watch;
  }

  /// Whether the DUT answers one request for its address; true if addresses are not resolved.
  ///
  /// @param deadline by the link's clock, in nanoseconds
  public boolean finds(long deadline) throws LinkException, InterruptedException {
    if (neighbors == null) {
      return true;
    }
    long before = neighbors.reported();
    neighbors.ask();
    while (neighbors.reported() == before && carrier.clock().nanos() < deadline) {
      turn(deadline);
    }
    return neighbors.reported() > before;
  }

  @Override
  public void heard() {
    watch.heard();
  }

  /// Sends a packet unchanged, valid or not.
  ///
  /// @param packet not kept after the call
  /// @param bytes length of the packet
  public SentPacket send(MemorySegment packet, int bytes) throws LinkException {
    long now = carrier.clock().nanos();
    String purpose = label.toString();
    if (!watch.admits(purpose)) {
      return new SentPacket(now, 0);
    }
    carrier.send(packet, bytes);
    sent++;
    long frame = tap.packet(Direction.SENT, carrier.link(), packet, bytes, now, label);
    watch.sent(purpose, carrier.link(), packet, bytes, now, frame);
    return new SentPacket(now, frame);
  }

  /// Waits for the next transport packet for the tester.
  ///
  /// @param deadline by the link's clock, in nanoseconds; a past deadline polls
  /// @return null if none was received in time
  public @Nullable ReceivedPacket receive(long deadline)
      throws LinkException, InterruptedException {
    throwIfInterrupted();
    long start = carrier.clock().nanos();
    holdUps.begin(start);
    pump();
    long until = deadline;
    for (int again = 0; waiting.isEmpty(); again++) {
      long stalled = awaitPacket(until);
      if (stalled == 0 || !HoldUps.matters(stalled, deadline - start)) {
        break;
      }
      if (again == HoldUps.MOST_IN_A_ROW) {
        throw HoldUps.tooOften();
      }
      until = carrier.clock().nanos() + Math.min(stalled, MOST_AGAIN_NANOS);
    }
    return waiting.poll();
  }

  /// Returns packets to the port, for the next calls of [#receive].
  ///
  /// @param packets in the order received
  public void putBack(List<ReceivedPacket> packets) {
    waiting.putBack(packets);
  }

  /// Waits for a transport packet.
  ///
  /// @return if none was received: how long the thread stalled until the deadline, when it could
  ///   not receive; else 0
  private long awaitPacket(long until) throws LinkException, InterruptedException {
    long stalled;
    do {
      stalled = turn(until);
    } while (waiting.isEmpty() && carrier.clock().nanos() < until);
    return waiting.isEmpty() ? stalled : 0;
  }

  /// Receives once.
  ///
  /// @return how long the thread stalled; 0 if it did not
  private long turn(long until) throws LinkException, InterruptedException {
    throwIfInterrupted();
    long begun = carrier.clock().nanos();
    long asked = slice(until);
    step(asked);
    return holdUps.look(begun, asked, carrier.clock().nanos());
  }

  /// Stalls of the thread that uses the port.
  public HoldUps holdUps() {
    return holdUps;
  }

  /// Waits while the port keeps receiving; packets are kept for [#receive].
  ///
  /// @param deadline by the link's clock, in nanoseconds
  public void waitUntil(long deadline) throws LinkException, InterruptedException {
    holdUps.begin(carrier.clock().nanos());
    while (carrier.clock().nanos() < deadline) {
      turn(deadline);
    }
  }

  @Override
  public void pump() throws LinkException {
    int taken = 0;
    while (taken < MOST_PUMPED && step(Long.MIN_VALUE)) {
      taken++;
    }
  }

  /// Discards all packets received so far.
  ///
  /// @return the number of transport packets discarded
  public int discard() throws LinkException {
    pump();
    return waiting.clear();
  }

  /// Whether packets were dropped since the last [#discard], because too many were waiting.
  public boolean isFlooded() {
    return waiting.isFlooded();
  }

  /// Numbers of packets so far.
  public Counters counters() {
    return new Counters(sent, received, answered, other);
  }

  /// The number of packets lost on the tester's own side so far, as far as it is known.
  public long lost() throws LinkException {
    return carrier.lost();
  }

  @Override
  public void close() {
    carrier.close();
  }

  private long slice(long deadline) {
    return sliced ? Math.min(deadline, carrier.clock().nanos() + SLICE_NANOS) : deadline;
  }

  private static void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /// @return whether a packet was received
  private boolean step(long until) throws LinkException {
    int bytes = carrier.receive(incoming, until);
    if (bytes == 0) {
      return false;
    }
    long now = carrier.clock().nanos();
    if (neighbors == null || !isAboutAddresses(neighbors, bytes, now)) {
      sort(bytes, now);
    }
    return true;
  }

  private boolean isAboutAddresses(NeighborCache known, int bytes, long now) throws LinkException {
    return switch (known.take(incoming, bytes, now)) {
      case NONE -> false;
      case REPORTED -> true;
      case ANSWERED -> {
        answered++;
        yield true;
      }
    };
  }

  private void sort(int bytes, long now) throws LinkException {
    reader.read(carrier.link(), 0, bytes);
    boolean forTester = neighbors == null || neighbors.isForTester(reader);
    if (reader.framing().isPresent() && forTester) {
      keep(bytes, now);
    } else {
      other++;
    }
  }

  private void keep(int bytes, long now) throws LinkException {
    received++;
    heard();
    if (!waiting.hasRoom(bytes)) {
      return;
    }
    byte[] copy = incoming.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
    TransportPacket packet = new TransportPacket(MemorySegment.ofArray(copy));
    packet.read(carrier.link(), 0, bytes);
    long frame = tap.packet(Direction.RECEIVED, carrier.link(), incoming, bytes, now, label);
    waiting.add(new ReceivedPacket(packet, now, frame));
  }
}
