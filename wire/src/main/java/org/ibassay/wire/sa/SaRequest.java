package org.ibassay.wire.sa;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;

/// A request to subnet administration, written as field values:
///
/// ```java
/// SaRequest.of(SaMethod.GET_TABLE, PathRecord.ATTRIBUTE)
///     .with(PathRecord.SGID, mine)
///     .with(PathRecord.NUMB_PATH, 1)
///     .mad()
/// ```
///
/// The component mask has the bits of the fields that were set, be the value 0 or not. The RMPP
/// header is all 0, not active, but for [#byRmpp].
public final class SaRequest {
  private final SaAttribute record;
  private final MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);

  private SaRequest(int method, int attributeId, SaAttribute record) {
    this.record = record;
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Gmp.SUBNET_ADMINISTRATION);
    MadHeader.CLASS_VERSION.set(mad, 0, SaHeader.CLASS_VERSION);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attributeId);
  }

  /// A request for an attribute, without fields: all records.
  ///
  /// @param method one of [SaMethod]
  public static SaRequest of(int method, SaAttribute attribute) {
    return new SaRequest(method, attribute.id(), attribute);
  }

  /// SubnAdmGetTraceTable(TraceRecord), which is asked for by fields of [PathRecord].
  public static SaRequest traceTable() {
    return new SaRequest(
        SaMethod.GET_TRACE_TABLE, TraceRecord.ATTRIBUTE.id(), PathRecord.ATTRIBUTE);
  }

  /// Sets a field and names it in the component mask.
  ///
  /// @throws IllegalArgumentException when the value does not fit
  public SaRequest with(Field field, long value) {
    return with(field, 0, value);
  }

  /// Sets element `index` of a repeated field and names it in the component mask.
  ///
  /// @throws IllegalArgumentException when the value does not fit
  public SaRequest with(Field field, int index, long value) {
    if (field.isWide() || (value & ~field.max()) != 0) {
      throw new IllegalArgumentException(
          "%s has %d bits, %#x does not fit".formatted(field.name(), field.width(), value));
    }
    field.set(mad, SaHeader.DATA, index, value);
    return name(field, index);
  }

  /// Sets a field that holds a GID and names it in the component mask.
  public SaRequest with(Field field, Gid value) {
    value.set(field, mad, SaHeader.DATA);
    return name(field, 0);
  }

  /// Sets a field that holds a text, with zeros after it, and names it in the component mask.
  ///
  /// @throws IllegalArgumentException when the text is longer than the field, in UTF-8
  public SaRequest with(Field field, String value) {
    return with(field, value.getBytes(StandardCharsets.UTF_8));
  }

  /// Sets a wide field, with zeros after the bytes, and names it in the component mask.
  ///
  /// @throws IllegalArgumentException when there are more bytes than the field holds
  public SaRequest with(Field field, byte[] value) {
    if (value.length * 8 > field.width()) {
      throw new IllegalArgumentException(
          "%s has %d bytes, %d do not fit"
              .formatted(field.name(), field.width() / 8, value.length));
    }
    MemorySegment bytes = field.slice(mad, SaHeader.DATA, 0).fill((byte) 0);
    MemorySegment.copy(MemorySegment.ofArray(value), 0, bytes, 0, value.length);
    return name(field, 0);
  }

  /// Sets a field that is no component, or has no number as one, without naming it: those of
  /// InformInfo, which is set as a whole.
  public SaRequest carrying(Field field, long value) {
    field.set(mad, SaHeader.DATA, value);
    return this;
  }

  /// Sets a field that is a GID, without naming it as a component.
  public SaRequest carrying(Field field, Gid value) {
    value.set(field, mad, SaHeader.DATA);
    return this;
  }

  /// Sets element `index` of a field that holds GIDs, without naming it as a component.
  public SaRequest carrying(Field field, int index, Gid value) {
    value.set(field, mad, SaHeader.DATA, index);
    return this;
  }

  /// Sends it by RMPP, as the one segment that it fits in.
  ///
  /// @param bytes of its data
  public SaRequest byRmpp(int bytes) {
    RmppHeader.RMPP_VERSION.set(mad, 0, RmppHeader.VERSION);
    RmppHeader.TYPE.set(mad, 0, RmppHeader.TYPE_DATA);
    RmppHeader.R_RESP_TIME.set(mad, 0, RmppHeader.NO_RESPONSE_TIME);
    for (Field flag : List.of(RmppHeader.ACTIVE, RmppHeader.FIRST, RmppHeader.LAST)) {
      flag.set(mad, 0, 1);
    }
    RmppHeader.SEGMENT_NUMBER.set(mad, 0, 1);
    RmppHeader.PAYLOAD_LENGTH.set(mad, 0, SaHeader.DATA - RmppHeader.DATA + bytes);
    return this;
  }

  /// Sets every bit of the data to 1, reserved ones too, without naming a component.
  public SaRequest filled() {
    mad.asSlice(SaHeader.DATA, SaHeader.DATA_BYTES).fill((byte) 0xFF);
    return this;
  }

  /// Sets the key of trusted requests.
  public SaRequest smKey(long key) {
    SaHeader.SM_KEY.set(mad, 0, key);
    return this;
  }

  /// Sets the header's AttributeModifier.
  public SaRequest attributeModifier(long modifier) {
    MadHeader.ATTRIBUTE_MODIFIER.set(mad, 0, modifier);
    return this;
  }

  /// Sets the header's ClassVersion, instead of [SaHeader#CLASS_VERSION].
  public SaRequest classVersion(long version) {
    MadHeader.CLASS_VERSION.set(mad, 0, version);
    return this;
  }

  /// Replaces the component mask.
  public SaRequest componentMask(long mask) {
    SaHeader.COMPONENT_MASK.set(mad, 0, mask);
    return this;
  }

  /// The component mask so far.
  public long componentMask() {
    return SaHeader.COMPONENT_MASK.get(mad, 0);
  }

  /// The request: 256 bytes, complete but for the TransactionID; later calls change it.
  public MemorySegment mad() {
    return mad;
  }

  private SaRequest name(Field field, int index) {
    return componentMask(
        componentMask() | (field.count() == 1 ? record.mask(field) : record.mask(field, index)));
  }
}
