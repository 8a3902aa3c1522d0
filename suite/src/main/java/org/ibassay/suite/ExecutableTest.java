package org.ibassay.suite;

import java.util.List;
import org.ibassay.link.dut.Dut;
import org.jspecify.annotations.Nullable;

/// A test as the runner sees it. An object is one attempt: one run of the test on one DUT.
public interface ExecutableTest {
  /// Supplies what the attempt needs. Called once, before all other methods.
  void attach(TestContext context);

  /// Brings the DUT to the state in which the procedure starts.
  ///
  /// @return whether that state was reached; if not, [#notReady] says why
  /// @throws TestException if the state is unknown
  boolean ready() throws TestException;

  /// Why [#ready] returned false.
  @Nullable String notReady();

  /// Runs the procedure.
  ///
  /// @return whether every check passed
  /// @throws TestException if the procedure could not be completed
  boolean run() throws TestException;

  /// What the checks found so far.
  CheckLog log();

  /// Remarks for the reader of the verdict, such as how long something was watched.
  List<String> remarks();

  /// Whether the verdict may depend on elapsed time. If so, an attempt during which the tester
  /// stalled is discarded.
  boolean isTimed();

  /// The kind of tester that the test needs; can be called before [#attach].
  TesterKind testerKind();

  /// What the test needs and the DUT does not offer; null if nothing is missing.
  ///
  /// @return a sentence whose subject, the test, is omitted: "needs a port ..."
  default @Nullable String missing(Dut dut) {
    return testerKind().missing(dut);
  }

  /// Measures how reliably the link carries packets that every DUT answers. Called on a test that
  /// is attached but does not run.
  ///
  /// @return [LinkQuality#BAD] if the test cannot probe the link
  /// @throws TestException if the quality could not be measured
  LinkQuality linkQuality() throws TestException;
}
