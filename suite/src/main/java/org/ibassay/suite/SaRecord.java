package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaAttribute;

/// One record of an answer of subnet administration.
public final class SaRecord {
  private final MemorySegment bytes;
  private final long delivered;
  private final String name;
  private final String whyNotMore;
  private final long frame;
  private final int at;

  /// @param data what came of it
  /// @param whyNotMore when that is not all
  /// @param at where it starts in the MAD, in bytes; -1 when that is one of several segments
  private SaRecord(
      SaAttribute attribute,
      MemorySegment data,
      String name,
      String whyNotMore,
      long frame,
      int at) {
    this.name = name;
    this.whyNotMore = whyNotMore;
    this.frame = frame;
    this.at = at;
    this.delivered = Math.min(data.byteSize(), attribute.layout().bytes());
    this.bytes = MemorySegment.ofArray(new byte[attribute.layout().bytes()]);
    bytes.asSlice(0, delivered).copyFrom(data.asSlice(0, delivered));
  }

  /// @param data what came of it; shorter than the record when the stack below cut the answer
  ///
  /// @param name which one of which answer
  /// @param at where it starts in the MAD, in bytes; -1 when that is one of several segments
  static SaRecord of(SaAttribute attribute, MemorySegment data, String name, long frame, int at) {
    return new SaRecord(
        attribute, data, name, "the stack below the tester did not deliver it", frame, at);
  }

  /// A record that did not come: no component of it can be checked.
  ///
  /// @param why for messages
  static SaRecord missing(SaAttribute attribute, String why, long frame) {
    return new SaRecord(attribute, MemorySegment.ofArray(new byte[0]), "", why, frame, -1);
  }

  /// A component.
  public long data(Field component) {
    return data(component, 0);
  }

  /// Element `index` of a repeated component.
  public long data(Field component, int index) {
    return component.get(bytes, 0, index);
  }

  /// A component that is a GID.
  public Gid gid(Field component) {
    return Gid.get(component, bytes, 0);
  }

  /// The bytes of a wide component, as a view.
  public MemorySegment slice(Field component) {
    return component.slice(bytes, 0);
  }

  /// Whether a component came.
  public boolean has(Field component) {
    return has(component, 0);
  }

  /// Whether element `index` of a component came.
  public boolean has(Field component, int index) {
    return component.bitOffset() + (long) component.stride() * index + component.width()
        <= delivered * 8;
  }

  /// Why a component did not come.
  String whyNot(Field component) {
    return component.name() + " cannot be checked: " + whyNotMore;
  }

  /// Element `index` of a component that came.
  FieldValue value(Field component, int index) {
    String element = component.count() == 1 ? "" : "[%d]".formatted(index);
    return new FieldValue(component.name() + element, component, index, bytes, at, " in " + this);
  }

  /// Frame of the answer in the capture.
  public long frame() {
    return frame;
  }

  /// Which one of which answer: its components stand in the answer's frame.
  @Override
  public String toString() {
    return name;
  }
}
