package org.ibassay.suite.c14;

import java.util.List;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadChecks;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.Field;

/// An attribute of the DUT as read, and legal values for some of its elements that differ from the
/// present ones.
record OtherValues(HeldAttribute attribute, List<Element> elements) {

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
}
