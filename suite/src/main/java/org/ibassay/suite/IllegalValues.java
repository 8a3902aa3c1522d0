package org.ibassay.suite;

import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.stream.LongStream;
import org.ibassay.wire.Field;
import org.jspecify.annotations.Nullable;

/// The pattern of the pages that write illegal values: a Set with one field spoilt is refused with
/// code 7, and changes nothing.
///
/// Code 7 proves something only when the illegal value is the one reason for it. So every Set is
/// one that was taken just before, the *control*, with one value spoilt. After every
/// non-conformance the control is repeated; while it is not taken, checks are inconclusive.
public final class IllegalValues {
  private final HeldAttribute attribute;
  private final MadExchange mads;
  private final Steps steps;
  private final Control control;
  private boolean isTaken;

  /// The steps of the control.
  ///
  /// @param set at which the Set is sent
  /// @param answered at which it is answered
  /// @param get at which the attribute is asked for
  /// @param read at which it is read
  public record Control(String set, String answered, String get, String read) {}

  /// The steps of one illegal value.
  ///
  /// @param spoilt at which a field is spoilt and the Set sent
  /// @param refused at which the refusal is verified
  /// @param kept at which it is verified that nothing was changed
  public record Refusal(String spoilt, String refused, String kept) {}

  /// @param attribute that was read
  public IllegalValues(HeldAttribute attribute, Control control) {
    this.attribute = attribute;
    this.mads = attribute.mads();
    this.steps = mads.steps();
    this.control = control;
  }

  /// Puts the attribute back, and finds out whether the DUT takes what is legal.
  public void control() throws TestException {
    steps.step(control.set);
    mads.send(attribute.restore());
    steps.step(control.answered);
    isTaken = mads.receive().status() == OK;
    steps.step(control.get);
    mads.send(attribute.get());
    steps.step(control.read);
    attribute.keep(mads.receive());
  }

  /// Each of a field's values is refused.
  ///
  /// @param whyNone what the DUT declares when there is no such value
  public void verifyRefused(Refusal at, Field field, LongStream values, String whyNone)
      throws TestException {
    long[] all = values.toArray();
    if (all.length == 0) {
      forBoth(at, () -> steps.notApplicable("%s: %s".formatted(field.name(), whyNone)));
    }
    for (long value : all) {
      steps.at(field.name(), value, () -> verifyRefused(at, field, value));
    }
  }

  private void verifyRefused(Refusal at, Field field, long value) throws TestException {
    if (!isTaken) {
      forBoth(at, () -> steps.inconclusive("the control Set of legal values is refused"));
      return;
    }
    steps.step(at.spoilt);
    MadPacketSpec spoilt = attribute.restore().setData(field, value);
    mads.send(spoilt);
    steps.step(at.refused);
    boolean conforms = isRefused(mads.receiveIfAny(), spoilt);
    steps.step(at.kept);
    MadPacketSpec get = attribute.get();
    mads.send(get);
    MadPacketSpec read = mads.receive();
    MadChecks checks = mads.checks();
    conforms &=
        TestCase.all(
            checks.verifyEcho(read, get),
            checks.verifyStatusCode(read, OK),
            checks.verifyData(read, field, 0, attribute.held().data(field)));
    if (!conforms) {
      control();
    }
  }

  private boolean isRefused(@Nullable MadPacketSpec answer, MadPacketSpec set) {
    if (answer == null) {
      steps.inconclusive("no answer to the Set");
      return false;
    }
    MadChecks checks = mads.checks();
    return TestCase.all(
        checks.verifyEcho(answer, set), checks.verifyStatusCode(answer, INVALID_FIELD));
  }

  private void forBoth(Refusal at, Runnable remark) {
    steps.step(at.refused);
    remark.run();
    steps.step(at.kept);
    remark.run();
  }
}
