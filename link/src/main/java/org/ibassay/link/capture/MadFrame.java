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

/// Builds the packet of a bare MAD, as it may have been on the wire: LRH, BTH, DETH, the MAD, ICRC
/// and VCRC.
///
/// A tester only sees bare MADs; unknown fields (PSN, SL, its own LID) are 0, and the LIDs of a
/// directed route are permissive.
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

  /// The well-known Q_Key of QP1 (3.5.3).
  private static final long QP1_Q_KEY = 0x8001_0000L;

  /// Length of the longest frame, in bytes.
  static final int MAX_BYTES = MAD + Smp.BYTES_OF_MAD + ICRC_BYTES + VCRC_BYTES;

  private MadFrame() {}

  /// Returns the length of the packet for a MAD of that length, in bytes.
  static int bytes(int madBytes) {
    return MAD + padded(madBytes) + ICRC_BYTES + VCRC_BYTES;
  }

  private static int padded(int madBytes) {
    return (madBytes + 3) & ~3;
  }

  /// Writes the packet. Of a MAD that is too long only the first 256 bytes are written, as of a
  /// packet that was cut in the capture.
  ///
  /// @param out buffer with room for [#MAX_BYTES] from `base` on
  /// @param madBytes number of bytes of the MAD that were received
  /// @param peerLid LID of the other side
  /// @return number of bytes written
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
