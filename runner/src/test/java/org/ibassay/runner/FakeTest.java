package org.ibassay.runner;

import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Place;
import org.ibassay.suite.TestCase;
import org.ibassay.suite.TestException;

/// A test made of two lambdas.
final class FakeTest extends TestCase {
  /// What a procedure does.
  interface Procedure {
    boolean run(FakeTest test) throws TestException;
  }

  private final CheckLog log = new CheckLog();
  private final Procedure start;
  private final Procedure procedure;

  private FakeTest(Procedure start, Procedure procedure) {
    this.start = start;
    this.procedure = procedure;
  }

  static FakeTest doing(Procedure procedure) {
    return new FakeTest(test -> true, procedure);
  }

  static FakeTest starting(Procedure start) {
    return new FakeTest(
        start,
        test -> {
          throw new AssertionError("not ready");
        });
  }

  static FakeTest passing() {
    return doing(test -> test.pass("1"));
  }

  static FakeTest failing() {
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

  boolean sayNotReady(String why) {
    return notReady(why);
  }

  void progress(long done, long total) {
    context().progress().at(done, total);
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
