package org.ibassay.wire.cm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Gid;

/// A message of communication management: a MAD whose attribute is one of [CmAttributes].
public final class CmMessage {
  /// MgmtClass of communication management.
  public static final int MGMT_CLASS = 0x07;

  /// ClassVersion of all messages (12.6.4).
  public static final int CLASS_VERSION = 2;

  /// ComMgtSend, the only method (16.7.2).
  public static final int SEND = 0x03;

  /// Offset of a message's attribute in the MAD, in bytes.
  public static final int DATA = MadHeader.LAYOUT.bytes();

  /// The sender's Communication ID, in all messages except SIDR's.
  public static final Field LOCAL_ID = ReadyToUse.LOCAL_COMMUNICATION_ID;

  /// The receiver's Communication ID, in all messages except REQ and SIDR's.
  public static final Field REMOTE_ID = ReadyToUse.REMOTE_COMMUNICATION_ID;

  private final MemorySegment mad;

  private CmMessage(byte[] mad) {
    this.mad = MemorySegment.ofArray(mad);
  }

  /// Returns a message whose fields are all 0, with a complete MAD header.
  public static CmMessage of(GmpAttribute kind, long transactionId) {
    return new CmMessage(new byte[Smp.BYTES_OF_MAD])
        .setHeader(MadHeader.BASE_VERSION, 1)
        .setHeader(MadHeader.MGMT_CLASS, MGMT_CLASS)
        .setHeader(MadHeader.CLASS_VERSION, CLASS_VERSION)
        .setHeader(MadHeader.METHOD, SEND)
        .setHeader(MadHeader.TRANSACTION_ID, transactionId)
        .setHeader(MadHeader.ATTRIBUTE_ID, kind.id());
  }

  /// Returns a copy of a MAD, which need not be a valid message.
  ///
  /// @param mad the MAD, 256 bytes
  public static CmMessage read(MemorySegment mad) {
    return new CmMessage(mad.toArray(JAVA_BYTE));
  }

  /// Returns a copy.
  public CmMessage copy() {
    return read(mad);
  }

  /// Whether the AttributeID is that of a kind of message.
  public boolean is(GmpAttribute kind) {
    return header(MadHeader.ATTRIBUTE_ID) == kind.id();
  }

  /// Whether the AttributeID equals that of another message.
  public boolean isSameKind(CmMessage other) {
    return header(MadHeader.ATTRIBUTE_ID) == other.header(MadHeader.ATTRIBUTE_ID);
  }

  /// Returns a field of the MAD header.
  public long header(Field field) {
    return field.get(mad, 0);
  }

  /// Sets a field of the MAD header.
  public CmMessage setHeader(Field field, long value) {
    field.set(mad, 0, value);
    return this;
  }

  /// Returns a field of the message.
  public long get(Field field) {
    return field.get(mad, DATA);
  }

  /// Sets a field of the message.
  public CmMessage set(Field field, long value) {
    field.set(mad, DATA, value);
    return this;
  }

  /// Sets a GID field of the message.
  public CmMessage set(Field field, Gid gid) {
    gid.set(field, mad, DATA);
    return this;
  }

  /// Returns the bytes from one of the message's fields to the end, as a view.
  public MemorySegment from(Field field) {
    return mad.asSlice(DATA + field.bitOffset() / Byte.SIZE);
  }

  /// Returns the offset of the first byte in which a reserved bit of this kind of message is set.
  ///
  /// @return offset from the message's first byte; -1 for none
  public int firstReserved(GmpAttribute kind) {
    byte[] mask = kind.layout().mask(Access.RESERVED);
    for (int i = 0; i < mask.length; i++) {
      if ((mad.get(JAVA_BYTE, DATA + i) & mask[i]) != 0) {
        return i;
      }
    }
    return -1;
  }

  /// Sets all reserved bits of this kind of message.
  public CmMessage setReserved(GmpAttribute kind) {
    byte[] mask = kind.layout().mask(Access.RESERVED);
    for (int i = 0; i < mask.length; i++) {
      mad.set(JAVA_BYTE, DATA + i, (byte) (mad.get(JAVA_BYTE, DATA + i) | mask[i]));
    }
    return this;
  }

  /// Returns the reserved bits of this kind of message that are set in a byte.
  ///
  /// @param at offset from the message's first byte
  public int reserved(GmpAttribute kind, int at) {
    return mad.get(JAVA_BYTE, DATA + at) & kind.layout().mask(Access.RESERVED)[at] & 0xFF;
  }

  /// Returns all 256 bytes, as a view.
  public MemorySegment bytes() {
    return mad;
  }

  /// Returns a copy of all bytes.
  public byte[] toArray() {
    return mad.toArray(JAVA_BYTE);
  }

  /// Returns the name of the message; for an unknown one, its AttributeID.
  @Override
  public String toString() {
    return CmAttributes.all().stream()
        .filter(this::is)
        .map(GmpAttribute::name)
        .findFirst()
        .orElseGet(() -> "attribute 0x%04X".formatted(header(MadHeader.ATTRIBUTE_ID)));
  }
}
