package org.ibassay.suite;

import java.util.List;
import org.ibassay.link.dut.Dut;
import org.jspecify.annotations.Nullable;

/// A test as the runner sees it. One object is one attempt: a whole run of the test on one DUT.
public interface ExecutableTest {
  /// Hands over what the attempt needs. Called once, and first.
  void attach(TestContext context);

  /// Brings the DUT to where the procedure starts.
  ///
  /// @return whether it is there; if not, [#notReady] says why
  /// @throws TestException when that could not be found out
  boolean ready() throws TestException;

  /// Why [#ready] returned false.
  @Nullable String notReady();

  /// Carries out the procedure.
  ///
  /// @return whether every check passed
  /// @throws TestException when the procedure could not be carried out
  boolean run() throws TestException;

  /// What the checks found so far.
  CheckLog log();

  /// What a reader of the verdict should know beside it, e.g. for how long something was watched.
  List<String> remarks();

  /// Whether a verdict may hang on how much time passed: then a tester that was not there all the
  /// while cannot give one.
  boolean isTimed();

  /// The kind of tester that carries it out. It may be asked of a test that is not attached.
  TesterKind testerKind();

  /// What the test needs that a DUT cannot be reached by; null where nothing is missing.
  ///
  /// @return a sentence without its subject, the test: "needs a port ..."
  default @Nullable String missing(Dut dut) {
    return testerKind().missing(dut);
  }

  /// Sends what any DUT answers, to find out how well the link carries it. Asked of a test that is
  /// attached but not carried out.
  ///
  /// @return [LinkQuality#BAD] where the test has no way to ask
  /// @throws TestException when that could not be found out
  LinkQuality linkQuality() throws TestException;
}
