package org.ibassay.device.rc;

import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.link.upper.DeviceAttributes.GidEntry;
import org.ibassay.link.upper.DeviceAttributes.GidType;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.UcSettings;
import org.ibassay.link.upper.UdSettings;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// The transport of a simulated channel adapter, at one port: its QPs and its memory. Receives
/// frames by [#arrive], and sends frames to the other end of the cable.
public final class ChannelAdapter {
  private static final int FULL_P_KEY = 0xFFFF;
  private static final int LIMITED_P_KEY = 0x7FFF;
  private static final int FIRST_QPN = 0x11;
  private static final int QPN_STEP = 0x101;
  private static final int LONGEST_FRAME = 16_384;
  private static final int SMALLEST_MTU = 128;

  private final Fabric fabric;
  private final Variant variant;
  private final CableEnd own;
  private final CableEnd neighbor;
  private final RcSeams seams;
  private final Consumer<byte[]> wire;
  private final Memory memory = new Memory();
  private final NavigableMap<Integer, QueuePair> qps = new TreeMap<>();
  private final HeaderChecks checks;
  private final FrameWriter writer;
  private final Asides asides;
  private final NeighborResponder neighbors;
  private final DatagramAdapter datagrams;
  private final UcAdapter unreliable;
  private final GsiQp gsi;
  private final MemorySegment arrived = MemorySegment.ofArray(new byte[LONGEST_FRAME]);
  private final TransportPacket packet = new TransportPacket(arrived);
  private boolean isDead;
  private IntConsumer heard = _ -> {};
  private @Nullable Connector connector;
  private int opened;

  /// @param own this end of the cable
  /// @param neighbor the other end, to which all packets go, whatever their IP address
  /// @param wire receives frames when they arrive at the other end
  public ChannelAdapter(
      Fabric fabric,
      Variant variant,
      CableEnd own,
      CableEnd neighbor,
      TransportSeams seams,
      Consumer<byte[]> wire) {
    this.fabric = fabric;
    this.variant = variant;
    this.own = own;
    this.neighbor = neighbor;
    this.seams = seams.rc();
    this.wire = wire;
    int pKey = variant.is(SimParameter.LIMITED_MEMBER) ? LIMITED_P_KEY : FULL_P_KEY;
    this.checks = new HeaderChecks(seams.rc(), qps, pKey, variant.number(SimParameter.VLAN));
    this.writer = new FrameWriter(seams.rc().sealing, seams.rc().carrying, pKey);
    this.asides = new Asides(own, neighbor);
    this.neighbors = new NeighborResponder(own);
    this.datagrams = new DatagramAdapter(this, seams.ud(), pKey);
    this.unreliable = new UcAdapter(this, seams.uc(), pKey);
    this.gsi = new GsiQp(this, seams.gsi(), pKey, variant);
  }

  /// The path to here from the other end of the cable.
  public PacketPath pathFromNeighbor() {
    int index = isNative() || variant.is(SimParameter.IPV6) ? 0 : 1;
    Gid gid = gids().get(index).gid();
    if (isNative()) {
      Gid neighbors = neighbor.infinibandGids().getFirst().gid();
      return new PacketPath(
          Envelope.local(neighbor.lid(), own.lid()),
          new PortAddress(neighbors, neighbor.lid()),
          new PortAddress(gid, own.lid()),
          index,
          0);
    }
    InetAddress from = variant.is(SimParameter.IPV6) ? neighbor.ipv6() : neighbor.ipv4();
    return new PacketPath(
        inVlan(Envelope.roceV2(own.mac(), neighbor.mac(), from, CableEnd.ipOf(gid))),
        PortAddress.ofIp(from),
        new PortAddress(gid, 0),
        index,
        0);
  }

  /// Handles a frame from the cable; its only effects are on the adapter and its responses.
  public void arrive(byte[] frame) {
    int bytes = frame.length;
    if (bytes > LONGEST_FRAME || (!isNative() && bytes < Ethernet.LAYOUT.bytes())) {
      return;
    }
    MemorySegment.copy(MemorySegment.ofArray(frame), 0, arrived, 0, bytes);
    seams.again.arriving.part().accept(arrived.asSlice(0, bytes));
    packet.read(isNative() ? LinkType.INFINIBAND : LinkType.ETHERNET, 0, bytes);
    if (!isNative() && !isForThis() && !seams.again.takesFrame.part().test(packet)) {
      return;
    }
    isDead |= packet.isTransport() && seams.dies.part().test(packet);
    if (isDead || !seams.hears.part().test(packet)) {
      return;
    }
    if (packet.isTransport() && datagrams.isFor(packet)) {
      datagrams.take(packet);
    } else if (packet.isTransport() && unreliable.isFor(packet)) {
      unreliable.take(packet);
    } else if (packet.isTransport()) {
      QueuePair taker = checks.destination(packet);
      if (taker != null) {
        taker.take(packet);
        heard.accept(taker.qpn());
      } else if (GsiQp.isFor(packet)) {
        gsi.take(packet);
      }
    } else if (!isNative()) {
      neighbors.answer(arrived, bytes).ifPresent(this::send);
    }
  }

  private boolean isForThis() {
    Mac destination = new Mac(Ethernet.DESTINATION.get(arrived, 0));
    return destination.equals(own.mac()) || destination.isGroup();
  }

  void transmit(QueuePair from, OutgoingPacket outgoing) {
    byte[] frame = writer.frame(from.envelope(), from.settings().peerQpn(), outgoing);
    if (variant.is(SimParameter.ASIDES)) {
      send(asides.next(from.envelope(), from.settings().peerQpn()));
      send(Asides.filledUp(from.envelope(), frame));
    } else {
      send(frame);
    }
  }

  void send(byte[] frame) {
    if (!isDead) {
      fabric.after(Fabric.HOP_NANOS, () -> wire.accept(frame));
    }
  }

  /// Whether a packet has crashed it, and its host.
  boolean isDead() {
    return isDead;
  }

  DeviceAttributes attributes() {
    return AdapterAttributes.of(this);
  }

  /// Its node GUID, which also identifies the sender of its packets.
  public long guid() {
    return own.guid() & ~0xFFL;
  }

  /// One of its GIDs.
  public Gid gidAt(int index) {
    return gids().get(index).gid();
  }

  List<GidEntry> gids() {
    return isNative() ? own.infinibandGids() : own.roceGids();
  }

  /// Maximum payload of a packet, in bytes.
  public int mtu() {
    return SMALLEST_MTU << variant.number(SimParameter.MTU_CAP);
  }

  /// Limit of outstanding RDMA READs and atomics of each QP.
  public int maxReads() {
    return variant.number(SimParameter.MAX_READS);
  }

  Atomics atomics() {
    return switch (variant.number(SimParameter.ATOMICS)) {
      case 0 -> Atomics.NONE;
      case 1 -> Atomics.DEVICE;
      default -> Atomics.GLOBAL;
    };
  }

  /// QP1.
  public GsiQp gsi() {
    return gsi;
  }

  /// Sets the listener for the number of a connection's QP for which a packet was received.
  public void onHeard(IntConsumer next) {
    heard = next;
  }

  /// Opens a QP for a peer that requested a connection.
  ///
  /// @param settings its GID index is ignored
  /// @return QP number
  public int accept(RcSettings settings) {
    return RpingProgram.on(open(settings.withGidIndex(gidIndexTo(settings.peer())))).qpn();
  }

  /// Sets the connector for requesting connections.
  public void connectBy(Connector next) {
    connector = next;
  }

  /// Requests connections from peers; null if that is not supported, as with native InfiniBand.
  @Nullable Connector connector() {
    return connector;
  }

  /// Returns a number for a QP that is opened later.
  public int reserveQpn() {
    return nextQpn();
  }

  /// Opens a QP with a reserved number.
  ///
  /// @param settings its GID index is ignored
  public void open(int qpn, RcSettings settings) {
    openAt(qpn, settings.withGidIndex(gidIndexTo(settings.peer())), new ReceiveQueue());
  }

  /// Closes a QP, if it is still open.
  public void end(int qpn) {
    QueuePair qp = qps.get(qpn);
    if (qp != null) {
      close(qp);
    }
  }

  /// Opens a QP with validated settings.
  QueuePair open(RcSettings settings) {
    return open(settings, new ReceiveQueue());
  }

  /// Opens a QP with validated settings, and with receives that may be shared.
  QueuePair open(RcSettings settings, ReceiveQueue receives) {
    return openAt(nextQpn(), settings, receives);
  }

  private QueuePair openAt(int qpn, RcSettings settings, ReceiveQueue receives) {
    Envelope envelope = envelope(settings.gidIndex(), settings.peer());
    QueuePair oldest = qps.values().stream().findFirst().orElse(null);
    QueuePair qp =
        new QueuePair(
            this,
            qpn,
            address(settings.gidIndex()),
            oldest == null
                ? settings
                : seams.again.settings.part().apply(settings, oldest.settings()),
            envelope,
            oldest != null && seams.again.sharesReceives.part().getAsBoolean()
                ? oldest.receives()
                : receives);
    qps.put(qpn, qp);
    return qp;
  }

  /// Opens a UD QP with validated settings.
  DatagramQp open(UdSettings settings) {
    return datagrams.open(nextQpn(), address(settings.gidIndex()), settings);
  }

  /// Opens a UC QP with validated settings.
  UnreliableQp open(UcSettings settings) {
    return unreliable.open(nextQpn(), address(settings.gidIndex()), settings);
  }

  private int nextQpn() {
    return qpn(opened++);
  }

  /// The number of the QP that is opened after a number of others.
  public static int qpn(int others) {
    return FIRST_QPN + QPN_STEP * others;
  }

  PortAddress address(int gidIndex) {
    return new PortAddress(gids().get(gidIndex).gid(), isNative() ? own.lid() : 0);
  }

  /// The headers before the BTH in packets to a peer.
  Envelope envelope(int gidIndex, PortAddress peer) {
    GidEntry gid = gids().get(gidIndex);
    return gid.type() == GidType.IB
        ? Envelope.local(own.lid(), peer.lid())
        : inVlan(
            Envelope.roceV2(
                neighbor.mac(), own.mac(), CableEnd.ipOf(gid.gid()), CableEnd.ipOf(peer.gid())));
  }

  private Envelope inVlan(Envelope envelope) {
    int vlan = variant.number(SimParameter.VLAN);
    return vlan == 0 ? envelope : envelope.withVlan(vlan);
  }

  /// The index of the GID used with a peer.
  int gidIndexTo(PortAddress peer) {
    return isNative() || !isIpv4(peer.gid()) ? 0 : 1;
  }

  private static boolean isIpv4(Gid gid) {
    return CableEnd.ipOf(gid) instanceof Inet4Address;
  }

  /// Whether a packet is addressed to this adapter.
  boolean isDestination(TransportPacket packet) {
    return packet.has(Header.LRH)
        ? packet.get(Header.LRH, Lrh.DLID) == own.lid()
        : gids().stream()
            .anyMatch(entry -> entry.gid().equals(HeaderChecks.address(packet, false)));
  }

  DatagramAdapter datagrams() {
    return datagrams;
  }

  UcAdapter unreliable() {
    return unreliable;
  }

  @Nullable QueuePair qp(int qpn) {
    return qps.get(qpn);
  }

  /// The other QPs, which only a deviation affects.
  List<QueuePair> others(QueuePair one) {
    return qps.values().stream().filter(qp -> qp != one).toList();
  }

  void close(QueuePair qp) {
    if (seams.again.lingers.part().getAsBoolean()) {
      return;
    }
    qp.close();
    qps.remove(qp.qpn());
  }

  /// Frees everything.
  void clear() {
    qps.values().forEach(QueuePair::close);
    qps.clear();
    datagrams.clear();
    unreliable.clear();
    memory.clear();
  }

  Fabric fabric() {
    return fabric;
  }

  Variant variant() {
    return variant;
  }

  RcSeams seams() {
    return seams;
  }

  Memory memory() {
    return memory;
  }

  /// Whether its packets are those of native InfiniBand.
  public boolean isNative() {
    return variant.is(SimParameter.NATIVE_FRAMING);
  }

  long responseNanos() {
    return variant.number(SimParameter.RESPONSE_MICROS) * 1000L;
  }
}
