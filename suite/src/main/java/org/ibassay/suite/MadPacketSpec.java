package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.management.ManagementClass;

/// A management datagram with the names that the pages use: [#header] for `MADHeader:...`, [#data]
/// for the components of its attribute.
public final class MadPacketSpec {
  private final MemorySegment mad;
  private final long frame;
  private final long elapsedNanos;

  private MadPacketSpec(MemorySegment mad, long frame, long elapsedNanos) {
    this.mad = mad;
    this.frame = frame;
    this.elapsedNanos = elapsedNanos;
  }

  /// A SubnGet of an attribute, by directed route.
  public static MadPacketSpec subnGet(Attribute attribute) {
    return subn(Method.GET, attribute);
  }

  /// A SubnSet of an attribute, by directed route.
  public static MadPacketSpec subnSet(Attribute attribute) {
    return subn(Method.SET, attribute);
  }

  /// A SubnTrapRepress of a generic trap; it has no response.
  ///
  /// @param number trap number
  public static MadPacketSpec subnTrapRepress(int number) {
    return subn(Method.TRAP_REPRESS, Attribute.NOTICE)
        .setData(Notice.IS_GENERIC, 1)
        .setData(Notice.TRAP_NUMBER_DEVICE_ID, number);
  }

  /// A SubnTrap of a generic trap, to be routed by LID; it has no response.
  ///
  /// @param number trap number
  public static MadPacketSpec subnTrap(int number) {
    return subn(Method.TRAP, Attribute.NOTICE)
        .setData(Notice.IS_GENERIC, 1)
        .setData(Notice.TRAP_NUMBER_DEVICE_ID, number);
  }

  /// A request of performance management.
  public static MadPacketSpec performance(int method, int attribute) {
    return request(ManagementClass.PERFORMANCE, method, attribute);
  }

  private static MadPacketSpec subn(int method, Attribute attribute) {
    return request(Smp.DIRECTED_ROUTE, method, attribute.id());
  }

  private static MadPacketSpec request(int mgmtClass, int method, int attribute) {
    MadPacketSpec spec = new MadPacketSpec(MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]), 0, 0);
    return spec.setHeader(MadHeader.BASE_VERSION, 1)
        .setHeader(MadHeader.MGMT_CLASS, mgmtClass)
        .setHeader(MadHeader.CLASS_VERSION, Smp.CLASS_VERSION)
        .setHeader(MadHeader.METHOD, method)
        .setHeader(MadHeader.ATTRIBUTE_ID, attribute);
  }

  /// Copies a received MAD.
  static MadPacketSpec received(MemorySegment from, long frame, long elapsedNanos) {
    byte[] copy = new byte[Smp.BYTES_OF_MAD];
    MemorySegment.copy(from, 0, MemorySegment.ofArray(copy), 0, copy.length);
    return new MadPacketSpec(MemorySegment.ofArray(copy), frame, elapsedNanos);
  }

  /// A field of the MAD header or another field of the SMP before its data.
  public long header(Field field) {
    return field.get(mad, 0);
  }

  /// Sets a field of the MAD header or another field of the SMP before its data.
  public MadPacketSpec setHeader(Field field, long value) {
    field.set(mad, 0, value);
    return this;
  }

  /// `MADHeader:Status`, without the direction bit (D) of a directed-route SMP.
  public long status() {
    long directionBit = header(MadHeader.MGMT_CLASS) == Smp.DIRECTED_ROUTE ? 0x8000 : 0;
    return header(MadHeader.STATUS) & ~directionBit;
  }

  /// A component of the attribute.
  public long data(Field component) {
    return component.get(mad, Smp.DATA);
  }

  /// Element `index` of a repeated component.
  public long data(Field component, int index) {
    return component.get(mad, Smp.DATA, index);
  }

  /// Sets a component of the attribute.
  public MadPacketSpec setData(Field component, long value) {
    component.set(mad, Smp.DATA, value);
    return this;
  }

  /// Sets element `index` of a repeated component.
  public MadPacketSpec setData(Field component, int index, long value) {
    component.set(mad, Smp.DATA, index, value);
    return this;
  }

  /// Element `index` of a component of any width, unsigned.
  public BigInteger number(Field component, int index) {
    return component.number(data(), 0, index);
  }

  /// Sets element `index` of a component of any width.
  public MadPacketSpec setNumber(Field component, int index, BigInteger value) {
    if (component.isWide()) {
      byte[] bytes = FieldValue.bytes(component, value);
      component.slice(data(), 0, index).copyFrom(MemorySegment.ofArray(bytes));
    } else {
      setData(component, index, value.longValue());
    }
    return this;
  }

  /// Copies the whole attribute of another MAD.
  public MadPacketSpec dataOf(MadPacketSpec other) {
    MemorySegment.copy(other.mad, Smp.DATA, mad, Smp.DATA, Smp.DATA_BYTES);
    return this;
  }

  /// Sets the reserved bits of an attribute to 1.
  public MadPacketSpec fillReserved(Attribute attribute) {
    ReservedBits.fill(attribute, data());
    return this;
  }

  /// Sets the reserved octets before and after the data of a LID-routed SMP to 1.
  public MadPacketSpec fillReservedByLid() {
    ReservedBits.fillSmp(mad);
    return this;
  }

  /// Whether the reserved bits of an attribute are 0.
  public boolean isReservedZero(Attribute attribute) {
    return ReservedBits.areZero(attribute, data());
  }

  /// A view of the attribute: 64 bytes, in performance management 192.
  public MemorySegment data() {
    return isPerformance() ? mad.asSlice(Smp.DATA) : mad.asSlice(Smp.DATA, Smp.DATA_BYTES);
  }

  private boolean isPerformance() {
    return header(MadHeader.MGMT_CLASS) == ManagementClass.PERFORMANCE;
  }

  /// `MADHeader:AttributeModifier`.
  public MadPacketSpec attributeModifier(long value) {
    return setHeader(MadHeader.ATTRIBUTE_MODIFIER, value);
  }

  /// `MADHeader:M_Key`.
  public MadPacketSpec mKey(long value) {
    return setHeader(Smp.M_KEY, value);
  }

  /// A copy that may be changed and sent.
  public MadPacketSpec copy() {
    return received(mad, frame, elapsedNanos);
  }

  /// The name of its attribute.
  String attribute() {
    int id = (int) header(MadHeader.ATTRIBUTE_ID);
    return isPerformance() ? PmRules.attribute(id) : Attribute.name(id);
  }

  /// A view of all 256 bytes.
  public MemorySegment bytes() {
    return mad;
  }

  /// Its frame number in the capture; 0 for a MAD that was not received.
  public long frame() {
    return frame;
  }

  /// The time from the request to this response, by the link's clock, in nanoseconds.
  public long elapsedNanos() {
    return elapsedNanos;
  }

  @Override
  public String toString() {
    if (isPerformance()) {
      return PmRules.name((int) header(MadHeader.METHOD), (int) header(MadHeader.ATTRIBUTE_ID));
    }
    return Method.name((int) header(MadHeader.METHOD)) + "(" + attribute() + ")";
  }
}
