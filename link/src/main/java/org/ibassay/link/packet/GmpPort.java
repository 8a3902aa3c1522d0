package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.link.LinkException;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// General management packets between QP1 of the tester and QP1 of the DUT: unreliable datagrams on
/// a packet port, over RoCEv2 or native InfiniBand (13.5.3). Other packets received are kept.
///
/// Used by one thread.
public final class GmpPort {
  private static final int FRAME_BYTES = 512;

  /// The limit of packets kept for a caller that does not read them; the oldest are dropped.
  private static final int MOST_KEPT = 1024;

  private final PacketPort port;
  private final MemorySegment frame = MemorySegment.ofArray(new byte[FRAME_BYTES]);
  private final PacketWriter writer = new PacketWriter(frame);
  private final Deque<ReceivedPacket> kept = new ArrayDeque<>();
  private int psn;

  /// @param port carries the datagrams; a packet that another user of the port receives is not seen
  ///   here
  public GmpPort(PacketPort port) {
    this.port = port;
  }

  /// Sends a management datagram to the DUT's QP1.
  ///
  /// @param mad the datagram
  public SentPacket send(MemorySegment mad) throws LinkException {
    return send(mad, _ -> {});
  }

  /// Sends a management datagram with modified headers to the DUT's QP1.
  ///
  /// @param mad the datagram
  /// @param edit sets header fields, before lengths and checksums are computed
  public SentPacket send(MemorySegment mad, Consumer<PacketWriter> edit) throws LinkException {
    writer
        .begin(port.path().envelope(), OpCode.UD_SEND_ONLY, 0)
        .set(Header.BTH, Bth.P_KEY, Gmp.DEFAULT_P_KEY)
        .set(Header.BTH, Bth.DEST_QP, Gmp.QP)
        .set(Header.BTH, Bth.PSN, psn)
        .set(Header.DETH, Deth.Q_KEY, Integer.toUnsignedLong(Gmp.Q_KEY))
        .set(Header.DETH, Deth.SRC_QP, Gmp.QP)
        .payload(mad, 0, (int) mad.byteSize());
    edit.accept(writer);
    psn = Psn.next(psn);
    return port.send(frame, writer.end());
  }

  /// Waits for the response with a TransactionID.
  ///
  /// @param deadline by the link's clock, in nanoseconds
  /// @return null if none was received in time
  public @Nullable ReceivedPacket response(long transactionId, long deadline)
      throws LinkException, InterruptedException {
    return receive(
        received ->
            isGmp(received) && MadHeader.TRANSACTION_ID.get(mad(received), 0) == transactionId,
        deadline);
  }

  /// Waits for the next packet of a kind, in the order received.
  ///
  /// @param wanted selects the packets; others are kept
  /// @param deadline by the link's clock, in nanoseconds
  /// @return null if none was received in time
  public @Nullable ReceivedPacket receive(Predicate<ReceivedPacket> wanted, long deadline)
      throws LinkException, InterruptedException {
    for (Iterator<ReceivedPacket> all = kept.iterator(); all.hasNext(); ) {
      ReceivedPacket next = all.next();
      if (wanted.test(next)) {
        all.remove();
        return next;
      }
    }
    ReceivedPacket next = port.receive(deadline);
    while (next != null && !wanted.test(next)) {
      if (kept.size() == MOST_KEPT) {
        kept.removeFirst();
      }
      kept.add(next);
      next = port.receive(deadline);
    }
    return next;
  }

  /// Discards all packets received.
  ///
  /// @return the number of packets discarded
  public int discard() throws LinkException {
    int count = kept.size() + port.discard();
    kept.clear();
    return count;
  }

  /// Whether a packet carries a whole management datagram to QP1; its checksums may be wrong.
  public static boolean isGmp(ReceivedPacket received) {
    return isAsLong(received) && received.packet().get(Header.BTH, Bth.DEST_QP) == Gmp.QP;
  }

  /// Whether a packet carries a datagram with the length of a management datagram, to any QP. The
  /// caller checks the content.
  public static boolean isAsLong(ReceivedPacket received) {
    TransportPacket packet = received.packet();
    return packet.is(OpCode.UD_SEND_ONLY)
        && packet.has(Header.DETH)
        && packet.payloadBytes() == Smp.BYTES_OF_MAD;
  }

  /// The management datagram in a packet.
  public static MemorySegment mad(ReceivedPacket received) {
    return received.packet().payload();
  }
}
