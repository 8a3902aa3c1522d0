package org.ibassay.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.link.LinkException;
import org.ibassay.link.umad.UmadPort;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.StateFolder;
import org.ibassay.runner.Suite;
import org.ibassay.suite.Pages;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// The parts that commands use. Suppliers, because `--help` needs none of them.
///
/// @param suite the tests
/// @param drivers open DUTs
/// @param ports the local InfiniBand ports
/// @param journals records of changes in devices
/// @param terminal the user's terminal
/// @param time the time of reports
/// @param interruption by a signal
record Setup(
    Supplier<Suite> suite,
    Supplier<Drivers> drivers,
    LocalPorts ports,
    Journals journals,
    Terminal terminal,
    InstantSource time,
    Interruption interruption) {

  /// Lists local ports.
  @FunctionalInterface
  interface LocalPorts {
    /// @throws LinkException if they cannot be listed
    List<UmadPort> all() throws LinkException, InterruptedException;
  }

  static Setup installed(Terminal terminal, Interruption interruption) {
    return new Setup(
        () -> new Suite(Pages.all(), Pages::newTest),
        Drivers::installed,
        UmadPort::all,
        Journals.in(
            StateFolder.of(System.getenv(), System.getProperty("user.home", "")),
            Text.quoted(command())),
        terminal,
        InstantSource.system(),
        interruption);
  }

  /// Returns the name by which the user calls this program, which the launcher may set.
  static String command() {
    return System.getProperty("ibassay.command", "ibassay");
  }

  /// Returns the command given, ready for a shell.
  static String commandLine(CommandSpec spec) {
    CommandLine root = spec.commandLine();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return Stream.concat(Stream.of(command()), root.getParseResult().originalArgs().stream())
        .map(StoreHook::withoutPassword)
        .map(Text::quoted)
        .collect(Collectors.joining(" "));
  }

  /// Describes this program and the machine on which it runs.
  static String tester() {
    return "ibassay %s, Java %s, %s %s"
        .formatted(
            version(),
            System.getProperty("java.version"),
            System.getProperty("os.name"),
            System.getProperty("os.arch"));
  }

  /// Returns the version of this build.
  static String version() {
    Properties properties = new Properties();
    try (InputStream in = Setup.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "unknown");
  }
}
