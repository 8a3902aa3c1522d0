package org.ibassay.link.capture;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Icrc;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.Vcrc;

/// The packet round a bare MAD, as it would have stood on the wire: LRH, BTH, DETH, the MAD, ICRC
/// and VCRC.
///
/// A tester sees bare MADs only; what it cannot know (PSN, SL, its own LID) is 0 here, and the LID
/// of both sides of a directed route is the permissive one.
final class MadFrame {
  private static final ValueLayout.OfInt BE_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort BE_SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final int BTH = Lrh.LAYOUT.bytes();
  private static final int DETH = BTH + Bth.LAYOUT.bytes();
  private static final int MAD = DETH + Deth.LAYOUT.bytes();
  private static final int ICRC_BYTES = 4;
  private static final int VCRC_BYTES = 2;

  private static final int VL_OF_SMPS = 15;
  private static final int DEFAULT_P_KEY = 0xFFFF;

  /// The Q_Key that QP1 has everywhere (3.5.3).
  private static final long QP1_Q_KEY = 0x8001_0000L;

  /// Length of the longest frame that is written, in bytes.
  static final int MAX_BYTES = MAD + Smp.BYTES_OF_MAD + ICRC_BYTES + VCRC_BYTES;

  private MadFrame() {}

  /// Length of the packet round a MAD of that length, in bytes.
  static int bytes(int madBytes) {
    return MAD + padded(madBytes) + ICRC_BYTES + VCRC_BYTES;
  }

  private static int padded(int madBytes) {
    return (madBytes + 3) & ~3;
  }

  /// Writes the packet. Of a MAD that is too long there are only the first 256 bytes: there the
  /// packet ends, as one that was cut in the capture.
  ///
  /// @param out holds the packet from `base` on: room for [#MAX_BYTES]
  /// @param madBytes how many bytes of the MAD were received
  /// @param peerLid the other side's LID
  /// @return how many bytes of it were written
  static int write(
      MemorySegment out,
      long base,
      Tap.Direction direction,
      MemorySegment mad,
      int madBytes,
      int peerLid,
      int qp) {
    int kept = Math.min(madBytes, Smp.BYTES_OF_MAD);
    int pad = padded(madBytes) - madBytes;
    out.asSlice(base, MAD).fill((byte) 0);
    MemorySegment.copy(mad, 0, out, base + MAD, kept);
    int icrc = MAD + padded(madBytes);
    boolean sent = direction == Tap.Direction.SENT;
    long ownLid = MadHeader.MGMT_CLASS.get(mad, 0) == Smp.DIRECTED_ROUTE ? Smp.PERMISSIVE_LID : 0;

    Lrh.VL.set(out, base, qp == 0 ? VL_OF_SMPS : 0);
    Lrh.LNH.set(out, base, Lrh.LNH_LOCAL);
    Lrh.DLID.set(out, base, sent ? peerLid : ownLid);
    Lrh.SLID.set(out, base, sent ? ownLid : peerLid);
    Lrh.PKT_LEN.set(out, base, (icrc + ICRC_BYTES) / 4);

    Bth.OP_CODE.set(out, base + BTH, Bth.UD_SEND_ONLY);
    Bth.PAD.set(out, base + BTH, pad);
    Bth.P_KEY.set(out, base + BTH, DEFAULT_P_KEY);
    Bth.DEST_QP.set(out, base + BTH, qp);

    Deth.Q_KEY.set(out, base + DETH, qp == 0 ? 0 : QP1_Q_KEY);
    Deth.SRC_QP.set(out, base + DETH, qp);

    if (kept < madBytes) {
      return MAD + kept;
    }
    out.asSlice(base + MAD + kept, pad).fill((byte) 0);
    out.set(BE_INT, base + icrc, Icrc.of(out, base, icrc));
    int vcrc = icrc + ICRC_BYTES;
    out.set(BE_SHORT, base + vcrc, (short) Vcrc.of(out, base, vcrc));
    return vcrc + VCRC_BYTES;
  }
}
