package org.ibassay.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.link.LinkException;
import org.ibassay.runner.BusyException;
import org.ibassay.runner.Journals;
import org.ibassay.runner.Restoration;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay restore`.
@Command(
    name = "restore",
    description = "Restore a device that a killed run left changed.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "A run records what it is about to change in its state directory",
      "($XDG_STATE_HOME/ibassay, else ~/.local/state/ibassay). This command restores it",
      "by legal Sets, verifies it, and lists what no Set can restore. It is safe to",
      "repeat.",
      "",
      "Examples:",
      "  ibassay restore",
      "  ibassay restore 0x0002c90300000001    one of several devices"
    })
final class RestoreCommand implements Callable<Integer> {
  private static final String LOST = "not restored, because no Set can restore it";

  @Parameters(
      paramLabel = "NODEGUID",
      arity = "0..1",
      description = "Device to restore; needed only if several were left changed.")
  @Nullable String node;

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  RestoreCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    try {
      List<Long> which = which();
      if (which.isEmpty()) {
        out().println("Nothing to restore.");
      }
      boolean isDone = true;
      for (long device : which) {
        Restoration done = Restoration.of(device, setup.journals(), setup.drivers().get());
        print(done);
        isDone &= done.isDone();
      }
      return isDone ? RunResult.PASSED : RunResult.UNDECIDED;
    } catch (BusyException | IOException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    } catch (LinkException e) {
      throw new FailureException("not restored, and the journal is kept: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException("interrupted; the journal is kept");
    }
  }

  private List<Long> which() throws UsageException, IOException {
    String name = node;
    if (name != null) {
      return List.of(
          Journals.node(name)
              .orElseThrow(() ->
                  new UsageException(
                      "NODEGUID %s: expected up to 16 hexadecimal digits, e.g. 0x0002c90300a1b2c3"
                          .formatted(name))));
    }
    List<Long> open = setup.journals().open();
    if (open.size() > 1) {
      List<String> names = open.stream().map("0x%016x"::formatted).toList();
      throw new UsageException(
          "%d devices were left changed; name one of %s"
              .formatted(open.size(), String.join(", ", names)));
    }
    return open.isEmpty() ? setup.journals().withLosses() : open;
  }

  private void print(Restoration done) {
    if (done.tests().isEmpty() && done.isDone()) {
      out().println("Nothing to restore on " + done.node() + ".");
      list(LOST, done.lost());
      return;
    }
    out().println(done.node() + ", changed by " + tests(done));
    list("restored", done.putBack());
    list(LOST, done.lost());
    list("not restored", done.left());
    list("unknown, because the journal is damaged here", done.unreadable());
    if (done.isTorn()) {
      list("the journal", List.of("its last record is incomplete; that test had not started"));
    }
    out().println();
    out().println(done.isDone() ? finished(done) : unfinished(done));
  }

  private static String finished(Restoration done) {
    String what = done.putBack().isEmpty() ? "Nothing had to be changed" : "Restored";
    return what + (done.lost().isEmpty() ? "." : ", except for what no Set can restore.");
  }

  private static String tests(Restoration done) {
    return done.tests().isEmpty() ? "a test" : String.join(", ", done.tests());
  }

  private String unfinished(Restoration done) {
    String what =
        done.left().isEmpty()
            ? "Restored, except for what the damaged records held. Check the device, then"
                + " remove the journal: "
            : "Not restored. Try again, or remove the journal to keep the device as it is: ";
    return String.join("\n", Text.wrap(what + done.journal(), setup.terminal().columns()));
  }

  private void list(String title, List<String> texts) {
    if (!texts.isEmpty()) {
      out().println("  " + title);
    }
    for (String text : texts) {
      Text.wrap("- " + text, setup.terminal().columns() - 4)
          .forEach(line -> out().println("    " + line));
    }
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
  }
}
