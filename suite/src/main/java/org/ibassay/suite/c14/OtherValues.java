package org.ibassay.suite.c14;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadChecks;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.VolatileFields;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.SwitchInfo;

/// An attribute of the DUT as read, and legal values for some of its elements that differ from the
/// present ones.
record OtherValues(HeldAttribute attribute, List<Element> elements) {
  private static final Set<Field> MEASURED =
      Stream.concat(
              C14_024_06_SW.MOVING.measured().stream(), Stream.of(SwitchInfo.PORT_STATE_CHANGE))
          .collect(Collectors.toSet());

  /// Components of any of the attributes that may change without a Set.
  static final VolatileFields MOVING =
      new VolatileFields(MEASURED, C14_024_06_SW.MOVING.counters());

  /// Components of external ports that may change when port 0 is set, because external ports may
  /// show its values.
  static final VolatileFields SHOWN_OUTSIDE =
      new VolatileFields(
          Stream.concat(MEASURED.stream(), PortInfoFields.ofPort0().stream())
              .collect(Collectors.toSet()),
          MOVING.counters());

  /// Element `index` of a component.
  record Element(Field field, int index, long value) {
    static Element of(Field field, long value) {
      return new Element(field, 0, value);
    }
  }

  /// Returns a Set of the attribute as last read, except for these elements.
  MadPacketSpec set() {
    MadPacketSpec set = attribute.set();
    elements.forEach(element -> set.setData(element.field(), element.index(), element.value()));
    return set;
  }

  /// Verifies that these elements are the same in a response as in its request.
  boolean verify(MadChecks checks, MadPacketSpec answer, MadPacketSpec asked) {
    boolean isSo = true;
    for (Element element : elements) {
      Field field = element.field();
      isSo &= checks.verifyData(answer, field, element.index(), asked.data(field, element.index()));
    }
    return isSo;
  }

  /// Verifies that the response to a Set shows these elements as in the Set, and all components
  /// that the Set repeats as they were read.
  ///
  /// @param moving components that may differ from the values read
  void verifySet(MadChecks checks, MadPacketSpec answer, MadPacketSpec set, VolatileFields moving) {
    verify(checks, answer, set);
    Set<Field> changed = elements.stream().map(Element::field).collect(Collectors.toSet());
    moving.verifyRepeated(checks, answer, set, attribute, changed);
  }
}
