package org.ibassay.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.ibassay.device.fabric.SimFrames;
import org.ibassay.device.rc.CableEnd;
import org.ibassay.device.rc.SimUpperTester;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.Pump;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.Gid;

/// A tester with an RC QP of a simulated channel adapter: sends hand-made packets and formats the
/// responses, one line for each packet. Calls of the upper tester are not expected to fail.
final class RcBench implements AutoCloseable {
  static final int OWN_QPN = 0x123456;
  static final int REGION_BYTES = 64 * 1024;

  private static final byte[] CONTENT = new byte[REGION_BYTES];

  static {
    new Random(4).nextBytes(CONTENT);
  }

  private static final long PATIENCE_NANOS = 1_000_000;

  private static final Gid NOBODY = new Gid(0, 0);

  private final SimFabric fabric;
  private final SimFrames frames;
  private final SimUpperTester upper;
  private final boolean isNative;
  private final CableEnd own;
  private final MemorySegment out = MemorySegment.ofArray(new byte[16_384]);
  private final MemorySegment in = MemorySegment.ofArray(new byte[16_384]);
  private final PacketWriter writer = new PacketWriter(out);
  private final TransportPacket packet = new TransportPacket(in);
  private final MemoryRegion region;
  private final MemoryRegion receives;
  private Envelope envelope = Envelope.local(1, 1);
  private RcQp qp = new RcQp(0, new PortAddress(NOBODY, 0));
  private RcSettings settings;
  private int nextId;

  private RcBench(SimFabric fabric, boolean isNative) {
    this.fabric = fabric;
    this.frames = fabric.frames();
    this.upper = new SimUpperTester(fabric.adapter().orElseThrow(), Pump.NONE);
    this.isNative = isNative;
    this.own = fabric.testerEnd();
    this.settings = defaults();
    this.region = register(REGION_BYTES, AccessRights.ALL);
    this.receives = register(REGION_BYTES, AccessRights.LOCAL);
    ask(() -> {
      upper.write(region, 0, CONTENT);
      return 0;
    });
  }

  /// Opens a device with one QP: PMTU 256, 16 READs, PSNs from 100 (its own) and 200 (the
  /// tester's).
  static RcBench open(String uri) {
    return open(uri, settings -> settings);
  }

  static RcBench open(String uri, UnaryOperator<RcSettings> change) {
    try {
      SimUri read = SimUri.parse(DutUri.parse(uri));
      RcBench bench = new RcBench(new SimFabric(read), uri.contains("framing=ib"));
      bench.reopen(change);
      return bench;
    } catch (DutUriException e) {
      throw new AssertionError(e);
    }
  }

  private RcSettings defaults() {
    PortAddress peer = isNative ? new PortAddress(NOBODY, own.lid()) : PortAddress.ofIp(own.ipv4());
    return RcSettings.to(peer, OWN_QPN)
        .withGidIndex(isNative ? 0 : 1)
        .withPathMtu(256)
        .withPsns(100, 200)
        .withReads(new RcSettings.Reads(4, 4));
  }

  /// Opens another QP, and uses it from now on.
  RcBench reopen(UnaryOperator<RcSettings> change) {
    settings = change.apply(defaults());
    qp = ask(() -> upper.open(settings));
    PortAddress dut = qp.address();
    envelope =
        isNative
            ? Envelope.local(own.lid(), dut.lid())
            : Envelope.roceV2(
                CableEnd.of(2, 0, 0).mac(),
                own.mac(),
                settings.gidIndex() == 0 ? own.ipv6() : own.ipv4(),
                settings.gidIndex() == 0
                    ? CableEnd.of(2, 0, 0).ipv6()
                    : CableEnd.of(2, 0, 0).ipv4());
    return this;
  }

  interface Call<T> {
    T get() throws UpperTesterException;
  }

  static <T> T ask(Call<T> call) {
    try {
      return call.get();
    } catch (UpperTesterException e) {
      throw new AssertionError(e);
    }
  }

  SimUpperTester upper() {
    return upper;
  }

  RcQp qp() {
    return qp;
  }

  RcSettings settings() {
    return settings;
  }

  /// 64 KiB with all rights for peers, and random contents.
  MemoryRegion region() {
    return region;
  }

  /// The memory for posted receives, 4 KiB for each message.
  MemoryRegion receives() {
    return receives;
  }

  MemoryRegion register(int bytes, AccessRights rights) {
    return ask(() -> upper.register(bytes, rights));
  }

  long now() {
    return fabric.fabric().nanos();
  }

  Envelope envelope() {
    return envelope;
  }

  CableEnd own() {
    return own;
  }

  /// Posts receives of 4 KiB, with ids from 0 on.
  RcBench postReceives(int count) {
    for (int i = 0; i < count; i++) {
      int id = nextId++;
      ask(() -> {
        upper.postReceive(qp, id, receives.slice(id % 16 * 4096L, 4096));
        return 0;
      });
    }
    return this;
  }

  RcBench post(SendRequest request) {
    ask(() -> {
      upper.post(qp, request);
      return 0;
    });
    return this;
  }

  List<Completion> poll(Queue queue) {
    return ask(() -> upper.poll(qp, queue, 100));
  }

  /// Completions as `ID STATUS BYTES`.
  List<String> polled(Queue queue) {
    return poll(queue).stream()
        .map(c -> c.id() + " " + c.status() + (c.bytes() == 0 ? "" : " " + c.bytes()))
        .toList();
  }

  QpAttributes query() {
    return ask(() -> upper.query(qp));
  }

  byte[] memory(long at, int bytes) {
    return ask(() -> upper.read(region, at, bytes));
  }

  byte[] received(long at, int bytes) {
    return ask(() -> upper.read(receives, at, bytes));
  }

  // Packets to the device.

  /// Begins a packet for the QP, with AckReq set; [#send] sends it.
  PacketWriter packet(OpCode opCode, int psn) {
    return writer
        .begin(envelope, opCode, 0)
        .set(Header.BTH, Bth.DEST_QP, qp.qpn())
        .set(Header.BTH, Bth.A, 1)
        .set(Header.BTH, Bth.PSN, psn);
  }

  RcBench send(PacketWriter made) {
    return sendRaw(made.end());
  }

  /// Sends the packet in the buffer, with its ICRC complete.
  RcBench sendRaw(int bytes) {
    frames.send(out, bytes);
    return this;
  }

  /// Inverts one bit of the packet in the buffer.
  ///
  /// @return `bytes`
  int flip(int at, int bit, int bytes) {
    out.set(JAVA_BYTE, at, (byte) (out.get(JAVA_BYTE, at) ^ (1 << bit)));
    return bytes;
  }

  RcBench sendFrame(byte[] frame) {
    frames.send(MemorySegment.ofArray(frame), frame.length);
    return this;
  }

  /// Sends a packet with a payload of the given length; each byte is the low byte of the PSN.
  RcBench send(OpCode opCode, int psn, int payload) {
    return send(filled(packet(opCode, psn), psn, payload));
  }

  private PacketWriter filled(PacketWriter made, int psn, int payload) {
    byte[] content = new byte[payload];
    Arrays.fill(content, (byte) psn);
    return made.payload(MemorySegment.ofArray(content), 0, payload);
  }

  RcBench write(OpCode opCode, int psn, int payload, long at, long dmaLength) {
    return send(filled(reth(opCode, psn, at, dmaLength), psn, payload));
  }

  RcBench read(int psn, long at, long bytes) {
    return send(reth(OpCode.RC_RDMA_READ_REQ, psn, at, bytes));
  }

  /// Begins a packet with a RETH for the region.
  PacketWriter reth(OpCode opCode, int psn, long at, long bytes) {
    return packet(opCode, psn)
        .set(Header.RETH, Reth.VA, region.address() + at)
        .set(Header.RETH, Reth.R_KEY, region.rkey())
        .set(Header.RETH, Reth.DMA_LEN, bytes);
  }

  RcBench fetchAdd(int psn, long at, long add) {
    return send(atomic(OpCode.RC_FETCHADD, psn, at, add, 0));
  }

  PacketWriter atomic(OpCode opCode, int psn, long at, long swap, long compare) {
    return packet(opCode, psn)
        .set(Header.ATOMIC_ETH, AtomicEth.VA, region.address() + at)
        .set(Header.ATOMIC_ETH, AtomicEth.R_KEY, region.rkey())
        .set(Header.ATOMIC_ETH, AtomicEth.SWAP_DT, swap)
        .set(Header.ATOMIC_ETH, AtomicEth.CMP_DT, compare);
  }

  RcBench ack(int psn, int msn) {
    return answer(OpCode.RC_ACK, psn, Syndrome.Ack.WITHOUT_CREDITS, msn);
  }

  RcBench answer(OpCode opCode, int psn, Syndrome syndrome, int msn) {
    return send(answering(opCode, psn, syndrome, msn));
  }

  PacketWriter answering(OpCode opCode, int psn, Syndrome syndrome, int msn) {
    PacketWriter made = packet(opCode, psn).set(Header.BTH, Bth.A, 0);
    return opCode.headers().contains(Header.AETH)
        ? made.set(Header.AETH, Aeth.SYNDROME, syndrome.value()).set(Header.AETH, Aeth.MSN, msn)
        : made;
  }

  // Packets from the device.

  /// Returns the packets received within a millisecond, one line for each.
  List<String> answers() {
    return answers(PATIENCE_NANOS);
  }

  List<String> answers(long nanos) {
    List<String> lines = new ArrayList<>();
    long deadline = now() + nanos;
    for (int bytes = frames.receive(in, deadline);
        bytes > 0;
        bytes = frames.receive(in, deadline)) {
      lines.add(line(bytes));
    }
    return lines;
  }

  /// Returns the packets received, unformatted.
  List<byte[]> frames(long nanos) {
    List<byte[]> all = new ArrayList<>();
    long deadline = now() + nanos;
    for (int bytes = frames.receive(in, deadline);
        bytes > 0;
        bytes = frames.receive(in, deadline)) {
      all.add(in.asSlice(0, bytes).toArray(JAVA_BYTE));
    }
    return all;
  }

  /// Returns the next packet and its time from now, in nanoseconds; null if there is none.
  String next(long nanos) {
    long begin = now();
    int bytes = frames.receive(in, begin + nanos);
    return bytes == 0 ? "nothing" : (now() - begin) + " " + line(bytes);
  }

  private String line(int bytes) {
    packet.read(isNative ? LinkType.INFINIBAND : LinkType.ETHERNET, 0, bytes);
    return RcLine.of(packet);
  }

  /// Returns a hash of the region's contents, as in the lines of packets.
  String hash(long at, int bytes) {
    return "#" + Integer.toHexString(Arrays.hashCode(memory(at, bytes)));
  }

  /// Returns a PSN of the tester's requests, counted from the first.
  int psn(int index) {
    return Psn.add(settings.receivePsn(), index);
  }

  @Override
  public void close() {
    upper.close();
  }
}
