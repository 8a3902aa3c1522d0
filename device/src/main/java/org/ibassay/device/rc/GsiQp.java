package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ibassay.device.rc.RcSeams.PacketSeal;
import org.ibassay.device.seam.Decision;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.TransportPacket;

/// QP1 of a simulated channel adapter: receives and sends management datagrams (13.5.3).
public final class GsiQp {
  /// Handles a management datagram.
  @FunctionalInterface
  public interface Taker {
    /// @param mad the datagram
    /// @param from the source
    void take(byte[] mad, GsiPeer from);
  }

  private final ChannelAdapter device;
  private final GsiSeams seams;
  private final List<Integer> pKeys;
  private final FrameWriter writer;
  private Taker taker = (_, _) -> {};
  private int psn;

  /// @param pKey of the port in the default partition
  /// @param variant says whether the port is in another one, too
  GsiQp(ChannelAdapter device, GsiSeams seams, int pKey, Variant variant) {
    this.device = device;
    this.seams = seams;
    this.pKeys =
        variant.is(SimParameter.SECOND_PARTITION)
            ? List.of(pKey, Variant.SECOND_P_KEY)
            : List.of(pKey);
    this.writer =
        new FrameWriter(
            new Decision<PacketSeal>((PacketWriter packet, OutgoingPacket _) -> packet.end()),
            device.seams().carrying,
            pKey);
  }

  /// Sets the receiver of management datagrams.
  public void deliverTo(Taker next) {
    taker = next;
  }

  static boolean isFor(TransportPacket packet) {
    return packet.get(Header.BTH, Bth.DEST_QP) == Gmp.QP;
  }

  /// Handles a datagram; one with a fault is dropped.
  void take(TransportPacket packet) {
    if (HeaderChecks.isCutOff(packet)
        || Stream.of(GsiFault.values())
            .anyMatch(fault -> seams.faults.part().has(fault, packet, has(fault, packet)))) {
      return;
    }
    long before = packet.payload().byteSize() - Smp.BYTES_OF_MAD;
    int lid = packet.has(Header.LRH) ? (int) packet.get(Header.LRH, Lrh.SLID) : 0;
    if (before >= 0) {
      // Only a deviation accepts a packet of another OpCode, with more before the MAD.
      byte[] mad = packet.payload().asSlice(before).toArray(JAVA_BYTE);
      PortAddress address = new PortAddress(HeaderChecks.address(packet, true), lid);
      taker.take(mad, new GsiPeer(address, ownKey(packet).orElse(pKeys.getFirst())));
    }
  }

  /// Returns the port's P_Key of the partition of a datagram.
  private Optional<Integer> ownKey(TransportPacket packet) {
    int received = (int) packet.get(Header.BTH, Bth.P_KEY);
    return pKeys.stream().filter(own -> HeaderChecks.isOfPartition(own, received)).findFirst();
  }

  /// Returns a peer to which this port sends in the default partition.
  public GsiPeer inDefaultPartition(PortAddress address) {
    return new GsiPeer(address, pKeys.getFirst());
  }

  private boolean has(GsiFault fault, TransportPacket packet) {
    return switch (fault) {
      case CARRIER -> !HeaderChecks.isCarried(packet) || !HeaderChecks.isSound(packet);
      case T_VER -> packet.get(Header.BTH, Bth.T_VER) != 0;
      case DESTINATION -> !device.isDestination(packet);
      case OPCODE -> !packet.is(OpCode.UD_SEND_ONLY);
      case P_KEY -> ownKey(packet).isEmpty();
      case Q_KEY ->
          packet.has(Header.DETH) && (int) packet.get(Header.DETH, Deth.Q_KEY) != Gmp.Q_KEY;
      case LENGTH -> packet.payloadBytes() != Smp.BYTES_OF_MAD;
    };
  }

  /// Sends a management datagram to QP1 of a port.
  public void send(byte[] mad, GsiPeer to) {
    OutgoingPacket packet =
        OutgoingPacket.request(OpCode.UD_SEND_ONLY, psn, false)
            .withPayload(mad)
            .with(Header.BTH, Bth.P_KEY, to.pKey())
            .with(Header.DETH, Deth.Q_KEY, Integer.toUnsignedLong(Gmp.Q_KEY))
            .with(Header.DETH, Deth.SRC_QP, Gmp.QP);
    psn = Psn.next(psn);
    for (OutgoingPacket made : seams.packets.part().of(packet)) {
      device.send(
          writer.frame(
              device.envelope(device.gidIndexTo(to.address()), to.address()), Gmp.QP, made));
    }
  }
}
