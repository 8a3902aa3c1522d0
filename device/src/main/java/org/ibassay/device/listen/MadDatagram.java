package org.ibassay.device.listen;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// A MAD between a client and the fabric: ibsim's `struct sim_request`. LIDs are big-endian 16-bit
/// values in a host-order word; queue pairs, status and length are big-endian.
final class MadDatagram {
  static final int BYTES = 288;
  static final int MAD = 32;

  /// The status of an unanswered request: Linux's ETIMEDOUT, as its umad returns it.
  static final int TIMED_OUT = 110;

  /// The minimum length of a MAD; shorter ones lack a complete header.
  static final int LEAST_MAD = MadHeader.LAYOUT.bytes();

  private static final int DLID = 0;
  private static final int SLID = 4;
  private static final int DEST_QP = 8;
  private static final int SOURCE_QP = 12;
  private static final int STATUS = 16;
  private static final int LENGTH = 24;

  private static final ValueLayout.OfInt BIG_INT =
      JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong BIG_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /// The client's number in a TransactionID: bits 63 to 48.
  private static final int CLIENT_SHIFT = 48;

  private final MemorySegment bytes;

  /// @param bytes at least [#BYTES], zero unless written
  MadDatagram(MemorySegment bytes) {
    this.bytes = bytes;
  }

  MemorySegment bytes() {
    return bytes;
  }

  int dlid() {
    return lid(DLID);
  }

  int destQp() {
    return bytes.get(BIG_INT, DEST_QP);
  }

  void address(int slid, int dlid, int qp) {
    lid(SLID, slid);
    lid(DLID, dlid);
    bytes.set(BIG_INT, SOURCE_QP, qp);
    bytes.set(BIG_INT, DEST_QP, qp);
  }

  void status(int status) {
    bytes.set(BIG_INT, STATUS, status);
  }

  /// Length of the MAD, limited to what a datagram holds: a client may send any value.
  int length() {
    return Math.clamp(bytes.get(BIG_LONG, LENGTH), 0, Smp.BYTES_OF_MAD);
  }

  void length(int length) {
    bytes.set(BIG_LONG, LENGTH, length);
  }

  long transactionId() {
    return MadHeader.TRANSACTION_ID.get(bytes, MAD);
  }

  /// Writes the client's number into a request, so that its response can be attributed. Programs
  /// expect that of their stack, and ignore these bits.
  void markClient(int client) {
    MadHeader.TRANSACTION_ID.set(bytes, MAD, mark(transactionId(), client));
  }

  static long mark(long transactionId, int client) {
    return (transactionId & ((1L << CLIENT_SHIFT) - 1)) | ((long) client << CLIENT_SHIFT);
  }

  /// The client whose request a response answers.
  static int client(long transactionId) {
    return (int) (transactionId >>> CLIENT_SHIFT);
  }

  boolean isResponse() {
    return (method() & Method.RESPONSE_BIT) != 0;
  }

  /// Whether a response or an error is expected: not for a Send, Trap or TrapRepress (13.4.5).
  boolean expectsResponse() {
    return switch (method()) {
      case Method.TRAP, Method.TRAP_REPRESS, SEND -> false;
      default -> !isResponse();
    };
  }

  void copyOf(MadDatagram other) {
    MemorySegment.copy(other.bytes, 0, bytes, 0, BYTES);
  }

  private static final int SEND = 0x03;

  private int method() {
    return (int) MadHeader.METHOD.get(bytes, MAD);
  }

  private int lid(int at) {
    return Short.toUnsignedInt(swapped((short) bytes.get(JAVA_INT_UNALIGNED, at)));
  }

  private void lid(int at, int lid) {
    bytes.set(JAVA_INT_UNALIGNED, at, Short.toUnsignedInt(swapped((short) lid)));
  }

  private static short swapped(short value) {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? value : Short.reverseBytes(value);
  }
}
