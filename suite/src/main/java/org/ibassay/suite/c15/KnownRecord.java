package org.ibassay.suite.c15;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Shown;
import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttribute.Component;
import org.ibassay.wire.sa.SaRequest;

/// A record as the nodes of the subnet report it, which subnet administration must return.
///
/// @param bytes the whole record
/// @param moving fields that may have changed since, or that depend on the requester
/// @param elements first and last element of a repeated field to compare
/// @param isOptional whether the record may be missing because it would be empty
record KnownRecord(
    SaAttribute attribute,
    MemorySegment bytes,
    Set<Field> moving,
    Range elements,
    boolean isOptional) {
  /// Numbers of elements, both inclusive.
  record Range(int first, int last) {
    static final Range ALL = new Range(0, Integer.MAX_VALUE);
  }

  /// Returns an empty record.
  static KnownRecord of(SaAttribute attribute, Field... moving) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[attribute.layout().bytes()]);
    return new KnownRecord(attribute, bytes, Set.copyOf(Arrays.asList(moving)), Range.ALL, false);
  }

  /// Returns a record as it was received.
  static KnownRecord of(SaAttribute attribute, SaRecord received) {
    KnownRecord known = of(attribute);
    for (Component component : attribute.components()) {
      Field field = component.field();
      int index = component.index();
      if (field.isWide()) {
        field.slice(known.bytes, 0, index).copyFrom(received.slice(field));
      } else {
        field.set(known.bytes, 0, index, received.data(field, index));
      }
    }
    return known;
  }

  /// Returns a copy with a component set.
  KnownRecord with(Field field, long value) {
    field.set(bytes, 0, value);
    return this;
  }

  /// Returns a copy with the contents of an SMP's attribute.
  KnownRecord with(EmbeddedTable table, MadPacketSpec answer) {
    MemorySegment.copy(answer.data(), 0, bytes, table.byteOffset(), table.layout().bytes());
    return this;
  }

  /// Returns a copy of which only some elements of repeated fields are compared.
  KnownRecord comparing(Range some) {
    return new KnownRecord(attribute, bytes, moving, some, isOptional);
  }

  /// Returns a copy that may be missing.
  KnownRecord optional(boolean mayBeMissing) {
    return new KnownRecord(attribute, bytes, moving, elements, mayBeMissing);
  }

  long data(Field field) {
    return field.get(bytes, 0);
  }

  /// Returns an element of a field, unsigned.
  BigInteger number(Field field, int index) {
    return field.number(bytes, 0, index);
  }

  /// Whether another record has the same value in a component.
  boolean isEqual(Component component, KnownRecord other) {
    Field field = component.field();
    int index = component.index();
    return field.isWide()
        ? field.slice(bytes, 0, index).mismatch(field.slice(other.bytes, 0, index)) < 0
        : field.get(bytes, 0, index) == field.get(other.bytes, 0, index);
  }

  /// Returns a copy with its own bytes.
  KnownRecord copy() {
    MemorySegment own = MemorySegment.ofArray(bytes.toArray(JAVA_BYTE));
    return new KnownRecord(attribute, own, moving, elements, isOptional);
  }

  /// Returns a copy with one bit of a component inverted.
  ///
  /// @param bit bit number, from the least significant
  KnownRecord withInverted(Component component, int bit) {
    Field field = component.field();
    KnownRecord copy = copy();
    if (field.isWide()) {
      MemorySegment element = field.slice(copy.bytes, 0, component.index());
      long at = element.byteSize() - 1 - bit / Byte.SIZE;
      element.set(JAVA_BYTE, at, (byte) (element.get(JAVA_BYTE, at) ^ 1 << bit % Byte.SIZE));
    } else {
      long value = field.get(bytes, 0, component.index());
      field.set(copy.bytes, 0, component.index(), value ^ 1L << bit);
    }
    return copy;
  }

  /// Returns copies with the text of a component without its last letter, and with one more.
  List<KnownRecord> withOtherLengths(Component component) {
    String text = text(component);
    List<KnownRecord> all = new ArrayList<>();
    if (text.length() > 1) {
      all.add(withText(component, text.substring(0, text.length() - 1)));
    }
    if (!text.isEmpty() && text.length() < component.field().width() / Byte.SIZE) {
      all.add(withText(component, text + "0"));
    }
    return all;
  }

  private KnownRecord withText(Component component, String text) {
    KnownRecord copy = copy();
    component
        .field()
        .slice(copy.bytes, 0, component.index())
        .fill((byte) 0)
        .copyFrom(MemorySegment.ofArray(text.getBytes(ISO_8859_1)));
    return copy;
  }

  /// Returns the text of a component, up to its first 0.
  String text(Component component) {
    byte[] all = component.field().slice(bytes, 0, component.index()).toArray(JAVA_BYTE);
    int length = 0;
    while (length < all.length && all[length] != 0) {
      length++;
    }
    return new String(all, 0, length, ISO_8859_1);
  }

  /// Makes a request select by a component, with this record's value.
  SaRequest select(SaRequest request, Component component) {
    Field field = component.field();
    int index = component.index();
    return field.isWide()
        ? request.with(field, field.slice(bytes, 0, index).toArray(JAVA_BYTE))
        : request.with(field, index, field.get(bytes, 0, index));
  }

  /// Makes a request select by this record's key.
  SaRequest select(SaRequest request, List<Field> rid) {
    rid.stream()
        .filter(field -> !moving.contains(field))
        .forEach(field -> request.with(field, data(field)));
    return request;
  }

  /// Returns the elements of a field to compare.
  IntStream compared(Field field) {
    if (moving.contains(field)) {
      return IntStream.empty();
    }
    return field.count() == 1
        ? IntStream.of(0)
        : IntStream.range(0, field.count())
            .filter(i -> i >= elements.first() && i <= elements.last());
  }

  /// Whether a received record has the same key.
  ///
  /// @param rid key components
  boolean isSame(SaRecord received, List<Field> rid) {
    return rid.stream()
        .filter(field -> !moving.contains(field))
        .allMatch(field -> received.data(field) == data(field));
  }

  /// Returns its key, for messages.
  String key(List<Field> rid) {
    return rid.stream()
        .filter(field -> !moving.contains(field))
        .map(field -> field.name() + " " + Shown.of(field, data(field)))
        .collect(Collectors.joining(", "));
  }
}
