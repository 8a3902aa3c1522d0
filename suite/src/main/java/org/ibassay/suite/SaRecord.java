package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaAttribute;

/// A record of a response of subnet administration.
public final class SaRecord {
  private final MemorySegment bytes;
  private final long delivered;
  private final String attribute;
  private final String name;
  private final String whyNotMore;
  private final long frame;
  private final int at;

  /// @param data the delivered part
  /// @param whyNotMore why data is incomplete
  /// @param at offset in the MAD, in bytes; -1 in a response of several segments
  private SaRecord(
      SaAttribute attribute,
      MemorySegment data,
      String name,
      String whyNotMore,
      long frame,
      int at) {
    this.attribute = attribute.layout().name();
    this.name = name;
    this.whyNotMore = whyNotMore;
    this.frame = frame;
    this.at = at;
    this.delivered = Math.min(data.byteSize(), attribute.layout().bytes());
    this.bytes = MemorySegment.ofArray(new byte[attribute.layout().bytes()]);
    bytes.asSlice(0, delivered).copyFrom(data.asSlice(0, delivered));
  }

  /// @param data the delivered part; shorter than the record if the stack below the tester cut the
  ///   response
  /// @param name its number and the name of the response
  /// @param at offset in the MAD, in bytes; -1 in a response of several segments
  static SaRecord of(SaAttribute attribute, MemorySegment data, String name, long frame, int at) {
    return new SaRecord(
        attribute, data, name, "the stack below the tester did not deliver it", frame, at);
  }

  /// A placeholder for a missing record, of which no component can be checked.
  ///
  /// @param why reason, for messages
  static SaRecord missing(SaAttribute attribute, String why, long frame) {
    return new SaRecord(attribute, MemorySegment.ofArray(new byte[0]), "", why, frame, -1);
  }

  /// The value of a component.
  public long data(Field component) {
    return data(component, 0);
  }

  /// Element `index` of a repeated component.
  public long data(Field component, int index) {
    return component.get(bytes, 0, index);
  }

  /// The value of a component that is a GID.
  public Gid gid(Field component) {
    return Gid.get(component, bytes, 0);
  }

  /// A view of the bytes of a wide component.
  public MemorySegment slice(Field component) {
    return component.slice(bytes, 0);
  }

  /// Whether a component was delivered.
  public boolean has(Field component) {
    return has(component, 0);
  }

  /// Whether element `index` of a component was delivered.
  public boolean has(Field component, int index) {
    return component.bitOffset() + (long) component.stride() * index + component.width()
        <= delivered * 8;
  }

  /// Why a component was not delivered.
  String whyNot(Field component) {
    return component.name() + " cannot be checked: " + whyNotMore;
  }

  /// The value of element `index` of a delivered component.
  FieldValue value(Field component, int index) {
    String element = component.count() == 1 ? "" : "[%d]".formatted(index);
    return new FieldValue(
        attribute, component.name() + element, component, index, bytes, at, " in " + this);
  }

  /// Frame number of the response in the capture.
  public long frame() {
    return frame;
  }

  /// Its number and the name of its response.
  @Override
  public String toString() {
    return name;
  }
}
