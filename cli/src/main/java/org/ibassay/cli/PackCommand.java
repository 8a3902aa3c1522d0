package org.ibassay.cli;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.results.pack.PackException;
import org.ibassay.results.pack.PackWriter;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay pack`.
@Command(
    name = "pack",
    description = {
      "Pack a run into one file that others can verify.",
      "A pack is a zip file of results, report, capture, profile and the list of the"
          + " suite's tests, with an in-toto test-result statement that holds the SHA-256 of"
          + " each. The same run and key produce identical bytes."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  openssl genpkey -algorithm ed25519 -out lab.pem",
      "  openssl pkey -in lab.pem -pubout -out lab.pub.pem",
      "  ibassay pack ibassay-out --sign lab.pem --out device.zip",
      "  ibassay check-pack device.zip --key lab.pub.pem",
      "",
      "Exit codes: 0 packed; 2 usage error, DIR holds no run, or FILE exists; 3 cannot",
      "be written."
    })
final class PackCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      defaultValue = "ibassay-out",
      description = "Output directory of a run. Default: ${DEFAULT-VALUE}.")
  Path directory = Path.of("");

  @Option(
      names = "--sign",
      paramLabel = "KEY",
      description = "Sign with this Ed25519 private key (PEM, PKCS#8).")
  @Nullable Path key;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the pack to this new file. Default: DIR.zip.")
  @Nullable Path out;

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  PackCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    Path whole = directory.toAbsolutePath().normalize();
    Path file = out == null ? whole.resolveSibling(whole.getFileName() + ".zip") : out;
    PackWriter writer = new PackWriter(directory, setup.suite().get().pages(), key);
    try {
      String signer = writer.write(file);
      String who = signer == null ? "not signed" : "signed by key " + signer;
      Objects.requireNonNull(spec, "picocli fills it in")
          .commandLine()
          .getOut()
          .println(file + ": " + who);
      return RunResult.PASSED;
    } catch (PackException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
  }
}
