package org.ibassay.suite.c14;

import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadStatus;

/// What the tests of node attributes have in common.
final class NodeAttributes {
  /// Reason why values that ports have in common were not checked.
  static final String ONE_PORT = "a tester port reaches one port of the DUT only";

  private NodeAttributes() {}

  /// Reads an attribute with an AttributeModifier that it does not use, and notes how the DUT
  /// responds. No response, and other codes, are not ways of the reading.
  static void noteUnusedModifier(MadExchange mads, Attribute attribute) throws TestException {
    mads.send(MadPacketSpec.subnGet(attribute).attributeModifier(1));
    MadPacketSpec read = mads.receiveIfAny();
    if (read == null) {
      return;
    }
    long code = read.header(MadStatus.CODE);
    if (code == OK || code == INVALID_FIELD) {
      mads.steps()
          .reading(read.frame(), Reading.MODIFIER_IGNORED, code == OK ? "ignored" : "code-7");
    }
  }
}
