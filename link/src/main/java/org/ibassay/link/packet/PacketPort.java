package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.ArrayDeque;
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

/// A tester port for packets of the transport: what is sent leaves as it is, what comes for the
/// tester is handed over in order, and every packet is offered to the capture.
///
/// On Ethernet it also answers who looks for the tester's address. It can do so only while it is in
/// use: whoever waits for something else works the [#pump] meanwhile.
///
/// One thread alone uses it.
public final class PacketPort implements Pump, AutoCloseable {
  /// How long it waits at a time on a real link, so that it notices an interruption.
  private static final long SLICE_NANOS = 50_000_000;

  /// Room for every packet.
  static final int FRAME_BYTES = 1 << 16;

  /// Enough for what comes while nobody looks, in bytes with [#OVERHEAD] a packet; more would be a
  /// DUT out of hand.
  private static final int MOST_WAITING = 8 << 20;

  /// How many packets are taken at a time without a look at the clock or for an interruption: more
  /// than are kept, but who never stops sending does not stop the tester.
  static final int MOST_PUMPED = 1 << 16;

  /// Memory that a waiting packet takes beside its bytes, roughly.
  private static final int OVERHEAD = 512;

  /// Counts of the packets that went through the port so far.
  ///
  /// @param sent packets of the transport
  /// @param received packets of the transport for the tester
  /// @param answered who looked for the tester's address was answered so often
  /// @param other what else was received, and was not for the tester
  public record Counters(long sent, long received, long answered, long other) {}

  /// The tester's first QP; [#newQpn] counts from here.
  public static final int FIRST_QPN = 0x001BA0;

  /// For how long a wait goes on at most, after the thread stalled.
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
  private final ArrayDeque<ReceivedPacket> waiting = new ArrayDeque<>();

  private int waitingBytes;
  private boolean flooded;
  private final PacketWatch watch;
  private Label label = Label.NONE;
  private long sent;
  private long received;
  private long answered;
  private long other;
  private int nextQpn = FIRST_QPN;

  /// A port on which nobody has to be found: native InfiniBand, or a simulation.
  ///
  /// @param carrier brings the packets; closed with the port
  /// @param tap sees every packet
  /// @param timing how patient those are who use the port
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

  /// A port for RoCEv2 on a real Ethernet, where the DUT has to be found first.
  ///
  /// @param carrier brings the frames; closed with the port, and when there is none to be
  /// @param tap sees every packet
  /// @param station the tester
  /// @param dut the DUT's address, of the same family as the tester's
  /// @param mtu greatest payload of a packet, in bytes; 0 when the DUT's port has the say
  /// @param timing how patient those are who use the port
  /// @throws LinkException when the DUT is not found
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

  /// The way to the DUT.
  public PacketPath path() {
    return path;
  }

  /// Says more of the way to the DUT, once the upper tester has told it.
  public void setPath(PacketPath known) {
    path = known;
  }

  /// How patient those are who use the port.
  public Timing timing() {
    return timing;
  }

  /// The link's time.
  public Clock clock() {
    return carrier.clock();
  }

  /// Whether time is simulated.
  public boolean isSimulated() {
    return carrier.isSimulated();
  }

  /// Whether nothing can get lost between the tester and the DUT.
  public boolean isLossless() {
    return carrier.isLossless();
  }

  /// The header that packets begin with.
  public LinkType link() {
    return carrier.link();
  }

  /// A number for a QP of the tester which none had before: so what is still under way for another
  /// one is known by it.
  public int newQpn() {
    return nextQpn++;
  }

  /// Whether a QP of the tester has that number, or had it.
  public boolean isOwnQpn(int qpn) {
    return qpn >= FIRST_QPN && qpn < nextQpn;
  }

  /// Says what packets are for from now on: those sent, and those received.
  public void setLabel(Label purpose) {
    label = purpose;
  }

  /// Says that a test begins, as [org.ibassay.link.mad.MadLink#begin] has it.
  public void begin(String test) {
    carrier.begin(test);
  }

  /// The capture that every packet is offered to.
  public Tap capture() {
    return tap;
  }

  /// Knows what a DUT that has died may have died of.
  public PacketWatch watch() {
    return watch;
  }

  /// Whether the DUT tells its address on the link when it is asked once; true where addresses need
  /// not be found.
  ///
  /// @param deadline by the link's clock, in nanoseconds
  public boolean finds(long deadline) throws LinkException, InterruptedException {
    if (neighbors == null) {
      return true;
    }
    long before = neighbors.told();
    neighbors.ask();
    while (neighbors.told() == before && carrier.clock().nanos() < deadline) {
      turn(deadline);
    }
    return neighbors.told() > before;
  }

  @Override
  public void heard() {
    watch.heard();
  }

  /// Sends a packet as it is, right or wrong.
  ///
  /// @param packet from its first byte on; not kept after the call
  /// @param bytes how many of them
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

  /// Waits for the next packet of the transport for the tester.
  ///
  /// @param deadline by the link's clock, in nanoseconds; a past one polls
  /// @return null when none was received in time
  public @Nullable ReceivedPacket receive(long deadline)
      throws LinkException, InterruptedException {
    throwIfInterrupted();
    long start = carrier.clock().nanos();
    holdUps.begin(start);
    pump();
    long until = deadline;
    for (int again = 0; waiting.isEmpty(); again++) {
      long heldUp = awaitPacket(until);
      if (heldUp == 0 || !HoldUps.matters(heldUp, deadline - start)) {
        break;
      }
      if (again == HoldUps.MOST_IN_A_ROW) {
        throw HoldUps.tooOften();
      }
      until = carrier.clock().nanos() + Math.min(heldUp, MOST_AGAIN_NANOS);
    }
    ReceivedPacket next = waiting.poll();
    if (next != null) {
      waitingBytes -= next.packet().bytes() + OVERHEAD;
    }
    return next;
  }

  /// Waits until a packet of the transport is there.
  ///
  /// @return when none was received: for how long the thread stalled while the time ran out, so
  ///   that nobody was there to hear one; else 0
  private long awaitPacket(long until) throws LinkException, InterruptedException {
    long heldUp;
    do {
      heldUp = turn(until);
    } while (waiting.isEmpty() && carrier.clock().nanos() < until);
    return waiting.isEmpty() ? heldUp : 0;
  }

  /// One look for what has come.
  ///
  /// @return for how long the thread stalled; 0 if not
  private long turn(long until) throws LinkException, InterruptedException {
    throwIfInterrupted();
    long begun = carrier.clock().nanos();
    long asked = slice(until);
    step(asked);
    return holdUps.look(begun, asked, carrier.clock().nanos());
  }

  /// When the thread was not running although it should have been.
  public HoldUps holdUps() {
    return holdUps;
  }

  /// Lets time pass while the port goes on receiving; what comes is kept for [#receive].
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

  /// Forgets what has come so far.
  ///
  /// @return how many packets of the transport that was
  public int discard() throws LinkException {
    pump();
    int count = waiting.size();
    waiting.clear();
    waitingBytes = 0;
    flooded = false;
    return count;
  }

  /// Whether more came than is kept, since the last [#discard]: then some of it was thrown away.
  public boolean isFlooded() {
    return flooded;
  }

  /// Counts of the packets that went through so far.
  public Counters counters() {
    return new Counters(sent, received, answered, other);
  }

  /// How many packets came and were lost on the tester's own side so far, as far as it is known.
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

  /// @return whether anything was received
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
      case TOLD -> true;
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
    if (waitingBytes + bytes + OVERHEAD > MOST_WAITING) {
      flooded = true;
      return;
    }
    waitingBytes += bytes + OVERHEAD;
    byte[] copy = incoming.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
    TransportPacket packet = new TransportPacket(MemorySegment.ofArray(copy));
    packet.read(carrier.link(), 0, bytes);
    long frame = tap.packet(Direction.RECEIVED, carrier.link(), incoming, bytes, now, label);
    waiting.add(new ReceivedPacket(packet, now, frame));
  }
}
