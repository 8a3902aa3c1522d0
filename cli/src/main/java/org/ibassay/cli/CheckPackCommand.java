package org.ibassay.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.ibassay.results.pack.PackCheck;
import org.ibassay.results.pack.PackException;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.diff.Results;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay check-pack`.
@Command(
    name = "check-pack",
    description = {
      "Verify that a pack is complete and unchanged, and who signed it.",
      "A pack is complete if every applicable test passed or failed and the device"
          + " agrees with the profile's claims. It is unchanged if every file has the SHA-256"
          + " in the statement. A failed test is not a defect of the pack; the verdict is"
          + " printed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Without --key, the signature is checked with the key in the pack. Compare the",
      "key ID (the SHA-256 of the key) with the one that the signer publishes.",
      "",
      "Examples:",
      "  ibassay check-pack device.zip",
      "  ibassay check-pack device.zip --key lab.pub.pem",
      "  openssl pkey -pubin -in lab.pub.pem -outform DER | sha256sum     key ID",
      "",
      "Exit codes: 0 no defect; 1 a defect; 2 usage error, no such file, no key; 3 not",
      "a pack, or unreadable."
    })
final class CheckPackCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "FILE", description = "Pack to verify.")
  Path file = Path.of("");

  @Option(
      names = "--key",
      paramLabel = "PUBLIC",
      description = "Require a signature by this Ed25519 public key (PEM).")
  @Nullable Path key;

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  CheckPackCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    if (!Files.isRegularFile(file)) {
      throw new UsageException(file + ": no such file");
    }
    PackCheck check = new PackCheck(setup.suite().get().pages(), key);
    PackCheck.Finding found;
    try {
      found = check.check(file);
    } catch (PackException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    if (found.results() != null) {
      print(out, found.results());
    }
    wrapped(out, 0, signer(found));
    if (found.defects().isEmpty()) {
      out.println("complete and unchanged");
      return RunResult.PASSED;
    }
    out.println(Text.count(found.defects().size(), "defect"));
    found.defects().forEach(defect -> wrapped(out, 2, "- " + printable(defect)));
    return RunResult.FAILED;
  }

  private void print(PrintWriter out, Results results) {
    wrapped(
        out,
        0,
        "%s: verdict %s, run %s by ibassay %s"
            .formatted(
                file,
                results.origin().verdict().text(),
                printable(results.started()),
                printable(results.version())));
    if (results.origin().suite() != null) {
      wrapped(out, 2, "suite " + printable(results.origin().suite()));
    }
    for (int i = 0; i < results.duts().size(); i++) {
      wrapped(out, 2, printable(device(results.duts().get(i))) + ": " + counts(results, i));
    }
  }

  private static String device(Results.Dut dut) {
    String what = dut.description() == null ? "" : ", \"" + dut.description() + "\"";
    return "%s%s, node GUID %s%s"
        .formatted(
            dut.name() == null ? "" : dut.name() + ", ",
            dut.uri(),
            dut.nodeGuid() == null ? "unknown" : dut.nodeGuid(),
            what);
  }

  private static String counts(Results results, int dut) {
    return Arrays.stream(Verdict.values())
        .map(verdict -> {
          long count =
              results.tests().stream()
                  .filter(test -> test.dut() == dut && test.verdict() == verdict)
                  .count();
          return count == 0 ? "" : count + " " + verdict.text();
        })
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private String signer(PackCheck.Finding found) {
    if (found.signer() == null) {
      return "no valid signature";
    }
    return "signed by key %s%s"
        .formatted(
            found.signer(),
            found.isTrusted()
                ? ", which is " + key
                : "; the signer must confirm that this key is theirs");
  }

  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  private void wrapped(PrintWriter out, int indent, String text) {
    Text.wrap(text, setup.terminal().columns() - indent)
        .forEach(line -> out.println(" ".repeat(indent) + line));
  }
}
