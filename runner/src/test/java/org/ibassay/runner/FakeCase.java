package org.ibassay.runner;

import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Place;
import org.ibassay.suite.TestCase;
import org.ibassay.suite.TestException;

/// A test made of two lambdas.
final class FakeCase extends TestCase {
  /// What a procedure does.
  interface Procedure {
    boolean run(FakeCase test) throws TestException;
  }

  private final CheckLog log = new CheckLog();
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
    log.pass(step);
    return true;
  }

  boolean fail(String step) {
    log.fail(new CheckLog.Failure(step, Place.NOWHERE.at("block", 4), "code 7", "code 0", 12));
    return false;
  }

  boolean passWithRemark(String text) {
    remark(text);
    return pass("1");
  }

  boolean sayNotReady(String why) {
    return notReady(why);
  }

  void progress(long done, long total) {
    context().progress().at(done, total);
  }

  /// Lets link time pass, and says that it matters.
  void waitFor(long nanos) throws TestException {
    takeTime();
    MadPort port = context().dut().madPorts().getFirst();
    try {
      port.waitUntil(port.clock().nanos() + nanos);
    } catch (LinkException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public CheckLog log() {
    return log;
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
