package org.ibassay.suite;

import static org.ibassay.wire.attribute.Attribute.LED_INFO;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.RANDOM_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.wire.Access;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// The bits of a response that must be 0 (13.4.2, 14.2.1.1, 14.2.1.2, 14.2.5).
///
/// Excluded are attributes, and bits of PortInfo, that later releases of the specification
/// extended: a future device may use such bits. The data of a response that reports an error are
/// undefined and not checked, either. A reserved bit of a LID-routed header may be that of the
/// request: a device may respond in the memory of the request.
final class ReservedBits {
  private static final int AFTER_ATTRIBUTE_ID = 18;
  private static final int CLASS_SPECIFIC = 6;
  private static final int AFTER_CLASS_SPECIFIC = 8;
  private static final int AFTER_M_KEY = 32;
  private static final int AFTER_DR_DLID = 36;

  private static final Map<Integer, byte[]> OF_ATTRIBUTES =
      Stream.of(
              NODE_INFO,
              SWITCH_INFO,
              PORT_INFO,
              SL_TO_VL_MAPPING_TABLE,
              VL_ARBITRATION_TABLE,
              RANDOM_FORWARDING_TABLE,
              SM_INFO,
              LED_INFO)
          .collect(Collectors.toMap(Attribute::id, ReservedBits::ofAttribute));

  private ReservedBits() {}

  private static byte[] ofAttribute(Attribute attribute) {
    byte[] known = attribute.layout().mask(Access.RESERVED);
    byte[] mask = Arrays.copyOf(known, Smp.DATA_BYTES);
    Arrays.fill(mask, known.length, mask.length, (byte) 0xFF);
    if (attribute.equals(PORT_INFO)) {
      Arrays.fill(mask, 56, 57, (byte) 0);
      Arrays.fill(mask, 63, 64, (byte) 0);
    }
    return mask;
  }

  /// Finds the first octet of a response with a reserved bit set.
  ///
  /// @return its offset in bytes; -1 for none
  static int firstSet(MemorySegment request, MemorySegment response) {
    int inHeader =
        MadHeader.MGMT_CLASS.get(response, 0) == Smp.DIRECTED_ROUTE
            ? firstOf(
                firstSet(response, AFTER_ATTRIBUTE_ID, AFTER_ATTRIBUTE_ID + 2),
                firstSet(response, AFTER_DR_DLID, Smp.DATA))
            : firstSetByLid(request, response);
    return inHeader >= 0 || MadStatus.CODE.get(response, 0) != MadStatus.OK
        ? inHeader
        : firstSetInData(response);
  }

  private static int firstSetByLid(MemorySegment request, MemorySegment response) {
    return firstOf(
        firstSet(response, AFTER_ATTRIBUTE_ID, AFTER_ATTRIBUTE_ID + 2),
        firstAdded(request, response, CLASS_SPECIFIC, AFTER_CLASS_SPECIFIC),
        firstAdded(request, response, AFTER_M_KEY, Smp.DATA),
        firstAdded(request, response, Smp.DATA + Smp.DATA_BYTES, Smp.BYTES_OF_MAD));
  }

  private static int firstOf(int... offsets) {
    for (int offset : offsets) {
      if (offset >= 0) {
        return offset;
      }
    }
    return -1;
  }

  private static int firstSet(MemorySegment mad, int from, int to) {
    for (int i = from; i < to; i++) {
      if (mad.get(ValueLayout.JAVA_BYTE, i) != 0) {
        return i;
      }
    }
    return -1;
  }

  /// The first octet with a bit that the request does not have.
  private static int firstAdded(MemorySegment request, MemorySegment response, int from, int to) {
    for (int i = from; i < to; i++) {
      int added = response.get(ValueLayout.JAVA_BYTE, i) & ~request.get(ValueLayout.JAVA_BYTE, i);
      if (added != 0) {
        return i;
      }
    }
    return -1;
  }

  /// Sets the reserved octets of a LID-routed SMP to 1, except for those of the common MAD header.
  static void fillSmp(MemorySegment mad) {
    int afterData = Smp.DATA + Smp.DATA_BYTES;
    mad.asSlice(AFTER_M_KEY, Smp.DATA - AFTER_M_KEY).fill((byte) 0xFF);
    mad.asSlice(afterData, Smp.BYTES_OF_MAD - afterData).fill((byte) 0xFF);
  }

  private static int firstSetInData(MemorySegment mad) {
    byte[] mask = OF_ATTRIBUTES.get((int) MadHeader.ATTRIBUTE_ID.get(mad, 0));
    if (mask != null) {
      for (int i = 0; i < mask.length; i++) {
        if ((mad.get(ValueLayout.JAVA_BYTE, Smp.DATA + i) & mask[i]) != 0) {
          return Smp.DATA + i;
        }
      }
    }
    return -1;
  }

  /// Sets the reserved bits of an attribute to 1.
  ///
  /// @param data data of the SMP
  static void fill(Attribute attribute, MemorySegment data) {
    byte[] mask = ofAttribute(attribute);
    for (int i = 0; i < mask.length; i++) {
      data.set(ValueLayout.JAVA_BYTE, i, (byte) (data.get(ValueLayout.JAVA_BYTE, i) | mask[i]));
    }
  }

  /// Whether the reserved bits of an attribute are 0.
  ///
  /// @param data data of the SMP
  static boolean areZero(Attribute attribute, MemorySegment data) {
    byte[] mask = ofAttribute(attribute);
    for (int i = 0; i < mask.length; i++) {
      if ((data.get(ValueLayout.JAVA_BYTE, i) & mask[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /// The reserved bits that are set in an octet, and its position, for messages.
  static String shown(MemorySegment mad, int offset) {
    int octet = mad.get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
    int at = offset - Smp.DATA;
    if (at < 0 || at >= Smp.DATA_BYTES) {
      return "0x%02X in byte %d of the MAD".formatted(octet, offset);
    }
    int id = (int) MadHeader.ATTRIBUTE_ID.get(mad, 0);
    byte[] mask = OF_ATTRIBUTES.get(id);
    return "0x%02X in byte %d of %s"
        .formatted(mask == null ? octet : octet & mask[at], at, Attribute.name(id));
  }
}
