package org.ibassay.suite;

import static org.ibassay.wire.mad.MadStatus.OK;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.wire.Field;

/// Checks an attribute that only has a Get (14.2.5, table of attributes and methods): a Set of it
/// is rejected and changes nothing.
public final class ReadOnlyAttribute {
  private final HeldAttribute attribute;
  private final MadExchange mads;
  private final boolean hasOtherWriters;
  private boolean wasChangedByOthers;

  /// @param attribute the attribute, already read
  /// @param hasOtherWriters whether the DUT's host may change it at any time
  public ReadOnlyAttribute(HeldAttribute attribute, boolean hasOtherWriters) {
    this.attribute = attribute;
    this.mads = attribute.mads();
    this.hasOtherWriters = hasOtherWriters;
  }

  /// Writes one component with all of its bits inverted. `TestField` of the pages.
  public void verifyKept(Write at, Field field) throws TestException {
    BigInteger held = attribute.held().number(field, 0);
    BigInteger ones = BigInteger.ONE.shiftLeft(field.width()).subtract(BigInteger.ONE);
    verifyKept(at, attribute.set().setNumber(field, 0, held.xor(ones)));
  }

  /// Checks that a Set is answered with the code of [Reading#RO_ATTRIBUTE_SET_CODE] and that a Get
  /// returns every component unchanged.
  public void verifyKept(Write at, MadPacketSpec set) throws TestException {
    Steps steps = mads.steps();
    MadChecks checks = mads.checks();
    steps.step(at.set());
    mads.send(set);
    steps.step(at.answered());
    MadPacketSpec answer = mads.receive();
    checks.verifyEcho(answer, set);
    checks.verifyStatusCode(answer, Reading.RO_ATTRIBUTE_SET_CODE);
    steps.step(at.read());
    MadPacketSpec get = attribute.get();
    mads.send(get);
    MadPacketSpec read = mads.receive();
    boolean isRead = TestCase.all(checks.verifyEcho(read, get), checks.verifyStatusCode(read, OK));
    steps.needs(isRead, "the attribute was not read");
    if (hasOtherWriters && !wasChangedByOthers && isOthers(read, set)) {
      wasChangedByOthers = true;
      steps.inconclusive(
          "%s changed to a value that no Set wrote".formatted(attribute.attribute()));
    } else {
      verifyUnchanged(read);
    }
    attribute.keep(read);
  }

  /// Whether a byte read equals neither the value held nor the value of the Set. One such change
  /// may be caused by the DUT's host.
  private boolean isOthers(MadPacketSpec read, MadPacketSpec set) {
    for (int i = 0; i < attribute.attribute().layout().bytes(); i++) {
      byte present = octet(read.data(), i);
      if (present != octet(attribute.held().data(), i) && present != octet(set.data(), i)) {
        return true;
      }
    }
    return false;
  }

  private static byte octet(MemorySegment data, int i) {
    return data.get(ValueLayout.JAVA_BYTE, i);
  }

  private void verifyUnchanged(MadPacketSpec read) {
    for (Field field : attribute.attribute().layout().fields()) {
      mads.checks().verifyData(read, field, 0, attribute.held().number(field, 0));
    }
  }
}
