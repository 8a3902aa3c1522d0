package org.ibassay.device.hostile;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;

/// Converts correct responses to those of a hostile device.
final class SpoiltMads {
  private static final int BYTES = Smp.BYTES_OF_MAD;
  private static final int LONGEST = 4096;
  private static final long SLOWLY = 1_900_000_000;
  private static final int MOST_SEGMENTS = 1000;
  private static final List<Integer> CLASSES =
      List.of(Smp.DIRECTED_ROUTE, Smp.LID_ROUTED, Gmp.SUBNET_ADMINISTRATION);
  private static final List<Integer> METHODS = List.of(0x01, 0x02, 0x05, 0x81, 0x92, 0x95);

  private final SplittableRandom random;
  private byte[] endless = new byte[BYTES];
  private long segments;
  private boolean isSlow;

  SpoiltMads(SplittableRandom random) {
    this.random = random;
  }

  /// Returns the MADs that are sent instead of a response.
  List<byte[]> of(Hostility hostility, byte[] mad) {
    return switch (hostility) {
      case GARBAGE -> List.of(garbage());
      case TRUNCATED -> List.of(Arrays.copyOf(mad, random.nextInt(BYTES)));
      case OVERSIZED -> List.of(longer(mad));
      case WRONG_METHOD -> List.of(other(mad, MadHeader.METHOD));
      case WRONG_ATTRIBUTE ->
          List.of(
              other(
                  mad,
                  random.nextBoolean() ? MadHeader.ATTRIBUTE_ID : MadHeader.ATTRIBUTE_MODIFIER));
      case WRONG_TRANSACTION -> List.of(otherTransaction(mad));
      case UNASKED -> List.of(unasked(), unasked());
      case ENDLESS -> begin(mad);
      case FLOOD, SILENT, MIXED -> List.of();
    };
  }

  private byte[] garbage() {
    byte[] bytes = new byte[random.nextInt(4) == 0 ? random.nextInt(LONGEST) : BYTES];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] longer(byte[] mad) {
    byte[] bytes = Arrays.copyOf(mad, random.nextInt(BYTES + 1, LONGEST));
    for (int i = BYTES; i < bytes.length; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    return bytes;
  }

  private byte[] other(byte[] mad, Field field) {
    byte[] bytes = mad.clone();
    MemorySegment in = MemorySegment.ofArray(bytes);
    field.set(in, 0, field.get(in, 0) ^ random.nextLong(1, field.max() + 1));
    return bytes;
  }

  /// Changes the half of the TransactionID that the tester chooses.
  private byte[] otherTransaction(byte[] mad) {
    byte[] bytes = mad.clone();
    MemorySegment in = MemorySegment.ofArray(bytes);
    long difference = random.nextLong(1, 1L << 32);
    MadHeader.TRANSACTION_ID.set(in, 0, MadHeader.TRANSACTION_ID.get(in, 0) ^ difference);
    return bytes;
  }

  /// Returns an unsolicited datagram of any kind.
  byte[] unasked() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    MemorySegment in = MemorySegment.ofArray(bytes);
    MadHeader.BASE_VERSION.set(in, 0, 1);
    MadHeader.MGMT_CLASS.set(in, 0, CLASSES.get(random.nextInt(CLASSES.size())));
    MadHeader.METHOD.set(in, 0, METHODS.get(random.nextInt(METHODS.size())));
    MadHeader.ATTRIBUTE_ID.set(in, 0, random.nextInt(0x40));
    return bytes;
  }

  // --- endless messages

  /// An SMP has no segments, so nothing is sent for it.
  private List<byte[]> begin(byte[] mad) {
    MemorySegment in = MemorySegment.ofArray(mad);
    if (MadHeader.MGMT_CLASS.get(in, 0) != Gmp.SUBNET_ADMINISTRATION) {
      return List.of();
    }
    endless = mad.clone();
    segments = 0;
    isSlow = random.nextBoolean();
    return segmentsUpTo(1);
  }

  /// Returns the MADs that follow an acknowledgment: a window without an end is not filled at once.
  List<byte[]> next(MemorySegment ack) {
    return segments == 0 ? List.of() : segmentsUpTo(RmppHeader.NEW_WINDOW_LAST.get(ack, 0));
  }

  /// The delay of these MADs after an acknowledgment.
  long pace() {
    return isSlow ? SLOWLY : Hostility.GAP_NANOS;
  }

  private List<byte[]> segmentsUpTo(long last) {
    List<byte[]> all = new ArrayList<>();
    long end = Math.min(last, segments + (long) MOST_SEGMENTS);
    while (segments < end) {
      segments++;
      byte[] segment = endless.clone();
      MemorySegment in = MemorySegment.ofArray(segment);
      RmppHeader.RMPP_VERSION.set(in, 0, RmppHeader.VERSION);
      RmppHeader.TYPE.set(in, 0, RmppHeader.TYPE_DATA);
      RmppHeader.ACTIVE.set(in, 0, 1);
      RmppHeader.FIRST.set(in, 0, segments == 1 ? 1 : 0);
      RmppHeader.LAST.set(in, 0, 0);
      RmppHeader.STATUS.set(in, 0, 0);
      RmppHeader.SEGMENT_NUMBER.set(in, 0, segments);
      RmppHeader.PAYLOAD_LENGTH.set(in, 0, 0);
      all.add(segment);
    }
    return all;
  }
}
