package org.ibassay.results.rejudge;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Lrh;
import org.jspecify.annotations.Nullable;

/// A management datagram of a trace.
///
/// @param frame its frame number in the trace
/// @param nanos time of the link's clock
/// @param peerLid LID of the other side; 0 if unknown
/// @param mad its bytes, at most 256
/// @param length length of the MAD on the wire
/// @param purpose comment of the packet: test and step
record RecordedMad(
    long frame,
    boolean isReceived,
    long nanos,
    int peerLid,
    MemorySegment mad,
    int length,
    String purpose) {
  private static final int ERF_HEADER = 16;
  private static final int BTH = ERF_HEADER + Lrh.LAYOUT.bytes();
  private static final int MAD = BTH + Bth.LAYOUT.bytes() + Deth.LAYOUT.bytes();
  private static final int CRC_BYTES = 6;
  private static final String LATE = "late response";
  private static final String DUPLICATE = "duplicate response";
  private static final String JUDGED = "; judged at ";

  /// Reads the current packet; returns null if it is not a MAD, or its header is incomplete.
  static @Nullable RecordedMad of(CaptureReader reader) {
    MemorySegment packet = reader.packet();
    if (reader.linkType() != CaptureReader.ERF
        || packet.byteSize() < MAD + MadHeader.LAYOUT.bytes()
        || Bth.OP_CODE.get(packet, BTH) != Bth.UD_SEND_ONLY) {
      return null;
    }
    long pad = Bth.PAD.get(packet, BTH);
    int length = (int) (reader.original() - MAD - CRC_BYTES - pad);
    byte[] all = packet.asSlice(MAD).toArray(ValueLayout.JAVA_BYTE);
    int kept = Math.min(Math.min(length, Smp.BYTES_OF_MAD), all.length);
    boolean isReceived = reader.isReceived();
    long lid = (isReceived ? Lrh.SLID : Lrh.DLID).get(packet, ERF_HEADER);
    String comment = reader.comment();
    return new RecordedMad(
        reader.frame(),
        isReceived,
        reader.nanos(),
        (int) lid,
        MemorySegment.ofArray(Arrays.copyOf(all, Math.max(kept, 0))),
        length,
        comment == null ? "" : comment.split(JUDGED, 2)[0]);
  }

  /// The lower half of the TransactionID: in every recording, it is the tester's.
  int transactionId() {
    return (int) MadHeader.TRANSACTION_ID.get(mad, 0);
  }

  /// Whether the run accepted it as a response, neither late nor duplicate.
  boolean isTaken() {
    return !purpose.endsWith(LATE) && !purpose.endsWith(DUPLICATE);
  }

  boolean isResponse() {
    return isResponse(mad);
  }

  static boolean isResponse(MemorySegment mad) {
    return (MadHeader.METHOD.get(mad, 0) & Method.RESPONSE_BIT) != 0;
  }

  /// Describes a datagram: `SubnGet(NodeInfo), AttributeModifier 0x00000000`.
  static String describe(MemorySegment mad) {
    long mgmtClass = MadHeader.MGMT_CLASS.get(mad, 0);
    String modifier =
        "AttributeModifier 0x%08X".formatted(MadHeader.ATTRIBUTE_MODIFIER.get(mad, 0));
    return mgmtClass == Smp.LID_ROUTED || mgmtClass == Smp.DIRECTED_ROUTE
        ? "%s(%s), %s"
            .formatted(
                Method.name((int) MadHeader.METHOD.get(mad, 0)),
                Attribute.name((int) MadHeader.ATTRIBUTE_ID.get(mad, 0)),
                modifier)
        : "class 0x%02X, method 0x%02X, attribute 0x%04X, %s"
            .formatted(
                mgmtClass,
                MadHeader.METHOD.get(mad, 0),
                MadHeader.ATTRIBUTE_ID.get(mad, 0),
                modifier);
  }

  @Override
  public String toString() {
    return describe(mad);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RecordedMad mad && mad.frame == frame;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(frame);
  }
}
