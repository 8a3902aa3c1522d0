package org.ibassay.suite.c14;

import java.util.List;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadChecks;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.Field;

/// An attribute of the DUT that was read, and for some of its elements legal values other than
/// those that it has.
record OtherValues(HeldAttribute attribute, List<Element> elements) {

  /// Element `index` of a component.
  record Element(Field field, int index, long value) {
    static Element of(Field field, long value) {
      return new Element(field, 0, value);
    }
  }

  /// A Set of the attribute as read last, but for these elements.
  MadPacketSpec set() {
    MadPacketSpec set = attribute.set();
    elements.forEach(element -> set.setData(element.field(), element.index(), element.value()));
    return set;
  }

  /// An answer has these elements as a request has them.
  boolean verify(MadChecks checks, MadPacketSpec answer, MadPacketSpec asked) {
    boolean isSo = true;
    for (Element element : elements) {
      Field field = element.field();
      isSo &= checks.verifyData(answer, field, element.index(), asked.data(field, element.index()));
    }
    return isSo;
  }
}
