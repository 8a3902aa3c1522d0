package org.ibassay.runner;

import java.time.Duration;
import org.ibassay.link.dut.Dut;
import org.ibassay.suite.LinkQuality;
import org.ibassay.suite.Reading;
import org.ibassay.suite.TestCase;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TesterKind;
import org.jspecify.annotations.Nullable;

/// A test defined by two lambdas.
final class FakeCase extends TestCase {
  /// The body of a procedure.
  interface Procedure {
    boolean run(FakeCase test) throws TestException;
  }

  private final Procedure start;
  private final Procedure procedure;

  private FakeCase(Procedure start, Procedure procedure) {
    this.start = start;
    this.procedure = procedure;
  }

  static FakeCase doing(Procedure procedure) {
    return new FakeCase(test -> true, procedure);
  }

  static FakeCase starting(Procedure start) {
    return new FakeCase(
        start,
        test -> {
          throw new AssertionError("not ready");
        });
  }

  static FakeCase passing() {
    return doing(test -> test.pass("1"));
  }

  static FakeCase failing() {
    return doing(test -> test.fail("1"));
  }

  boolean pass(String step) {
    step(step);
    return verify(0, true, () -> "", () -> "");
  }

  boolean fail(String step) throws TestException {
    step(step);
    at("block", 4, () -> verify(12, false, () -> "code 7", () -> "code 0"));
    return false;
  }

  /// Records which way the device goes where a reading is open.
  boolean go(String step, Reading reading, String way) {
    step(step);
    return reading(7, reading, way);
  }

  /// Records which way the device goes where the first way is a public page's literal requirement.
  boolean goByLetter(String step, Reading reading, String way) {
    step(step);
    return letter(7, reading, way);
  }

  boolean passWithRemark(String text) {
    remark(text);
    return pass("1");
  }

  boolean sayNotReady(String why) {
    return notReady(why);
  }

  /// Does something several times, concurrently on a real link.
  void repeatTimes(int count, Runnable iteration) throws TestException {
    repeat("time", 1, count, _ -> iteration.run());
  }

  Dut dut() {
    return context().dut();
  }

  void progress(long done, long total) {
    context().progress().at(done, total);
  }

  /// Waits in link time, and declares that the time matters.
  void waitFor(long nanos) throws TestException {
    waitFor(Duration.ofNanos(nanos));
  }

  @Override
  public TesterKind testerKind() {
    return TesterKind.MAD;
  }

  /// Accepts a DUT without a port.
  @Override
  public @Nullable String missing(Dut dut) {
    return null;
  }

  @Override
  public LinkQuality linkQuality() {
    return LinkQuality.BAD;
  }

  @Override
  protected boolean initialize() throws TestException {
    return start.run(this);
  }

  @Override
  public boolean execute() throws TestException {
    return procedure.run(this);
  }
}
