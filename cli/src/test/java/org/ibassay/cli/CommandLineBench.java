package org.ibassay.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.Suite;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.ExecutableTest;
import org.ibassay.suite.LinkQuality;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.suite.Place;
import org.ibassay.suite.TestCase;
import org.ibassay.suite.TesterKind;

/// The command line in this process, with a suite of two scripted tests or the installed one.
final class CommandLineBench {
  static final Page PASSES = Pagelet.of("P1", "Passes", Effect.READS, DutKind.CA, DutKind.SWITCH);

  static final Page FAILS = Pagelet.of("F1", "Fails", Effect.CHANGES, DutKind.CA);

  static final CheckLog.Failure FAILURE =
      new CheckLog.Failure("10", Place.NOWHERE.at("block", 4), "code 7", "code 0", 12);

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  final Interruption interruption = new Interruption();
  private final Path directory;

  /// @param directory directory of results and journals
  CommandLineBench(Path directory) {
    this.directory = directory;
  }

  String results() {
    return directory.resolve("out").toString();
  }

  int installed(String... arguments) {
    return run(new Suite(Pages.all(), Pages::newTest), arguments);
  }

  int made(String... arguments) {
    return made(CommandLineBench::passOrFail, arguments);
  }

  int made(Function<Page, ExecutableTest> maker, String... arguments) {
    return run(new Suite(List.of(PASSES, FAILS), maker), arguments);
  }

  private int run(Suite suite, String... arguments) {
    return Main.run(arguments, new PrintWriter(out), new PrintWriter(err), setup(suite));
  }

  /// Returns the parts that a command needs, with the scripted suite.
  Setup setup() {
    return setup(new Suite(List.of(PASSES, FAILS), CommandLineBench::passOrFail));
  }

  private Setup setup(Suite suite) {
    return new Setup(
        () -> suite,
        () -> Drivers.installed().with(new SilentDriver()),
        List::of,
        Journals.in(directory.resolve("state"), "ibassay"),
        Terminal.NONE,
        InstantSource.system(),
        interruption);
  }

  static ExecutableTest passOrFail(Page page) {
    return new Scripted() {
      @Override
      public boolean execute() {
        if (page.id().startsWith("P")) {
          log().pass("10");
          return true;
        }
        log().fail(FAILURE);
        return false;
      }
    };
  }

  /// A scripted test.
  abstract static class Scripted extends TestCase {
    @Override
    protected boolean initialize() {
      return true;
    }

    @Override
    public TesterKind testerKind() {
      return TesterKind.MAD;
    }

    @Override
    public LinkQuality linkQuality() {
      return LinkQuality.BAD;
    }
  }
}
