package org.ibassay.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of the command line. */
@Command(
    name = "ibassay",
    description = "Compliance tests for InfiniBand and RoCE devices.",
    version = "ibassay 0.1.0-SNAPSHOT",
    mixinStandardHelpOptions = true)
public final class Main implements Runnable {
  private Main() {}

  @Override
  public void run() {
    CommandLine.usage(this, System.err);
  }

  /** Runs the command line and ends the JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }
}
