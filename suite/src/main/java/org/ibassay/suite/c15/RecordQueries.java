package org.ibassay.suite.c15;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.SaAttribute.Component;

/// Values by which the records of one type can be selected in a subnet: values that some records
/// have, and values that none has.
///
/// @param known all records of the type
record RecordQueries(RecordType type, FabricView subnet, List<KnownRecord> known) {
  static RecordQueries of(RecordType type, FabricView subnet) {
    return new RecordQueries(type, subnet, type.in(subnet));
  }

  /// Returns the components that can be requested.
  List<Component> components() {
    return type.selectors(known);
  }

  /// Returns those that are part of the key.
  List<Component> keys() {
    return components().stream().filter(c -> type.rid().contains(c.field())).toList();
  }

  /// Returns the first one of the key, the LID of a node.
  Component firstKey() {
    return keys().getFirst();
  }

  /// Returns those that are not part of the key.
  List<Component> others() {
    return components().stream().filter(c -> !type.rid().contains(c.field())).toList();
  }

  /// Returns the records that have the same value as `one` in a component.
  List<KnownRecord> like(KnownRecord one, Component component) {
    return known.stream().filter(other -> one.isEqual(component, other)).toList();
  }

  /// Returns an existing record from which others are derived.
  KnownRecord last() {
    return present().getLast();
  }

  /// Returns the records that must not be missing.
  List<KnownRecord> present() {
    return known.stream().filter(one -> !one.isOptional()).toList();
  }

  /// Returns records with different values of a component: the first and the last, and another one
  /// whose value several records have if those two have none.
  List<KnownRecord> distinct(Component component) {
    KnownRecord first = present().getFirst();
    KnownRecord last = last();
    if (first.isEqual(component, last)) {
      return List.of(first);
    }
    List<KnownRecord> ends = List.of(first, last);
    if (ends.stream().anyMatch(one -> isShared(one, component))) {
      return ends;
    }
    return present().stream()
        .filter(one -> isShared(one, component))
        .findFirst()
        .map(shared -> List.of(first, shared, last))
        .orElse(ends);
  }

  private boolean isShared(KnownRecord one, Component component) {
    return present().stream().filter(other -> one.isEqual(component, other)).count() > 1;
  }

  /// Returns copies of a record with values of a component that no record has: the least and the
  /// most significant bit that lead to one are inverted; of a key component, the next value after
  /// the greatest; of text, without its last letter and with one more.
  List<KnownRecord> foreign(KnownRecord one, Component component) {
    List<KnownRecord> unknown =
        bits(component.field())
            .mapToObj(bit -> one.withInverted(component, bit))
            .filter(other -> isForeign(other, component))
            .toList();
    List<KnownRecord> ends = new ArrayList<>();
    if (!unknown.isEmpty()) {
      ends.add(unknown.getFirst());
    }
    if (unknown.size() > 1) {
      ends.add(unknown.getLast());
    }
    Stream.concat(next(one, component), lengths(one, component))
        .filter(other -> ends.stream().noneMatch(end -> end.isEqual(component, other)))
        .forEach(ends::add);
    return ends;
  }

  private Stream<KnownRecord> next(KnownRecord one, Component component) {
    Field field = component.field();
    if (!type.rid().contains(field)) {
      return Stream.empty();
    }
    long greatest = known.stream().mapToLong(record -> record.data(field)).max().orElse(0);
    return LongStream.rangeClosed(greatest + 1, field.max())
        .mapToObj(value -> one.copy().with(field, value))
        .filter(other -> isForeign(other, component))
        .limit(1);
  }

  private Stream<KnownRecord> lengths(KnownRecord one, Component component) {
    return component.field().isWide()
        ? one.withOtherLengths(component).stream()
            .filter(other ->
                known.stream()
                    .noneMatch(record -> record.text(component).equals(other.text(component))))
        : Stream.empty();
  }

  /// For text, bits of its first letter: bytes after its end may be meaningless.
  private static IntStream bits(Field field) {
    int from = field.isWide() ? field.width() - Byte.SIZE : 0;
    return IntStream.range(from, field.width() - (field.isWide() ? 1 : 0));
  }

  private boolean isForeign(KnownRecord one, Component component) {
    Field field = component.field();
    if (field.isWide()) {
      return like(one, component).isEmpty();
    }
    return type.lids().contains(field)
        ? !subnet.hasLid(one.data(field))
        : like(one, component).isEmpty() && !type.isPossible(field, one.data(field), subnet);
  }
}
