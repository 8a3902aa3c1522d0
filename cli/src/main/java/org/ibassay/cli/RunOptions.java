package org.ibassay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ibassay.link.Timing;
import org.ibassay.runner.Expectations;
import org.ibassay.runner.ParameterValues;
import org.ibassay.runner.Profile;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.runner.StrictReadings;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.ics.IcsFile;
import org.ibassay.runner.report.ExpectFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// The options of `ibassay run` that affect results.
final class RunOptions {
  @Option(
      names = "--param",
      paramLabel = "NAME=VALUE",
      description = "Set a parameter of the tests; repeatable. \"ibassay list --json\" lists them.")
  List<String> parameters = new ArrayList<>();

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description = "Read parameters and claims from a .properties file; --param overrides it.")
  @Nullable Path profile;

  @Option(
      names = "--ics",
      paramLabel = "FILE",
      description =
          "Implementation conformance statement, TOML, as \"ibassay ics\" writes it: checked, compared"
              + " with the device, and reported claim by claim. Instead of --profile.")
  @Nullable Path ics;

  @Option(
      names = "--expect",
      paramLabel = "FILE",
      description =
          "Read known non-conformances, which do not fail the run, from a JSON file:"
              + " [{test, assertion, reason, owner, firmware?, expires}]. Obsolete entries are"
              + " reported.")
  @Nullable Path expect;

  @Option(
      names = "--strict",
      paramLabel = "ID[=WAY]",
      description =
          "Judge a reading, a point that the specification leaves open: the device must"
              + " follow WAY or, without it, the way closest to the letter. \"all\" judges every"
              + " reading; repeatable. \"ibassay list --readings\" lists them.")
  List<String> strict = new ArrayList<>();

  @Option(names = "--safe", description = "Run only tests that change nothing.")
  boolean safe;

  @Option(
      names = "--own-fabric",
      description =
          "The fabric is yours: allow tests to change it even if a subnet manager runs it.")
  boolean ownFabric;

  @Option(
      names = "--counters",
      description =
          "Compare the device's counters (PortCounters) with what the tester sent and received in each"
              + " test; differences are notes in the report. Takes some MADs a test.")
  boolean counters;

  @Option(
      names = "--window",
      paramLabel = "N",
      defaultValue = "16",
      description =
          "Maximum number of outstanding requests on a real link. Default:" + " ${DEFAULT-VALUE}.")
  int window;

  @Option(
      names = "--timeout",
      paramLabel = "MS",
      defaultValue = "200",
      description =
          "Response timeout in milliseconds; opening a port may take as long, and at least 15 s. Default: ${DEFAULT-VALUE}.")
  int timeout;

  @Option(
      names = "--retries",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Number of times a request without a response is repeated. Default:"
              + " ${DEFAULT-VALUE}.")
  int retries;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Run all tests N times and report verdicts that differ between rounds. Default:"
              + " ${DEFAULT-VALUE}.")
  int repeat;

  /// Returns the plan for these devices.
  ///
  /// @throws UsageException names the option and what was expected
  RunPlan plan(List<Target> targets) throws UsageException {
    return plan(targets, Profile.NONE, Expectations.NONE);
  }

  /// Returns the plan for devices of a lab. The lab file overrides the profile, and `--param`
  /// overrides both.
  ///
  /// @param lab parameters and claims of the lab file
  /// @param known non-conformances that the lab file names
  RunPlan plan(List<Target> targets, Profile lab, Expectations known) throws UsageException {
    Expectations expectations = expect == null ? known : known.and(ExpectFile.read(expect));
    Profile given = given().with(lab);
    return new RunPlan(
        targets, values(given), manner(), expectations, given.claims(), StrictReadings.of(strict));
  }

  private Profile given() throws UsageException {
    if (ics != null && profile != null) {
      throw new UsageException("either --ics or --profile");
    }
    return ics != null ? IcsFile.read(ics) : profile == null ? Profile.NONE : Profile.read(profile);
  }

  /// Copies the implementation conformance statement to the results, if there is one.
  void keepIcs(Path file) throws IOException {
    if (ics != null) {
      Files.copy(ics, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /// Copies the profile to the results, if there is one.
  void keepProfile(Path file) throws IOException {
    if (profile != null) {
      Files.copy(profile, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private RunPlan.Manner manner() throws UsageException {
    return new RunPlan.Manner(
        safe,
        ownFabric,
        NumberOption.WINDOW.within(window),
        timing(),
        NumberOption.REPEAT.within(repeat),
        counters);
  }

  private ParameterValues values(Profile profiled) throws UsageException {
    Map<String, String> texts = new LinkedHashMap<>(profiled.parameters());
    Map<String, String> given = new LinkedHashMap<>();
    for (String parameter : parameters) {
      int equals = parameter.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--param " + parameter + ": expected NAME=VALUE");
      }
      String name = parameter.substring(0, equals);
      if (given.put(name, parameter.substring(equals + 1)) != null) {
        throw new UsageException("--param " + name + ": given twice");
      }
    }
    texts.putAll(given);
    return ParameterValues.of(texts);
  }

  private Timing timing() throws UsageException {
    long nanos = TimeUnit.MILLISECONDS.toNanos(NumberOption.TIMEOUT.within(timeout));
    return new Timing(nanos, NumberOption.RETRIES.within(retries));
  }

  /// Returns the options that are needed to repeat a test under the same conditions.
  ///
  /// @param spec of the command with these options, which knows the defaults
  List<String> again(CommandSpec spec) {
    List<String> options = new ArrayList<>();
    if (ics != null) {
      options.addAll(List.of("--ics", ics.toString()));
    }
    if (profile != null) {
      options.addAll(List.of("--profile", profile.toString()));
    }
    parameters.forEach(parameter -> options.addAll(List.of("--param", parameter)));
    if (expect != null) {
      options.addAll(List.of("--expect", expect.toString()));
    }
    strict.forEach(reading -> options.addAll(List.of("--strict", reading)));
    if (ownFabric) {
      options.add("--own-fabric");
    }
    if (safe) {
      options.add("--safe");
    }
    if (counters) {
      options.add("--counters");
    }
    addUnlessDefault(options, spec, "--window", window);
    addUnlessDefault(options, spec, "--timeout", timeout);
    addUnlessDefault(options, spec, "--retries", retries);
    addUnlessDefault(options, spec, "--repeat", repeat);
    return options;
  }

  private static void addUnlessDefault(
      List<String> options, CommandSpec spec, String name, int value) {
    String text = Integer.toString(value);
    if (!text.equals(spec.findOption(name).defaultValue())) {
      options.addAll(List.of(name, text));
    }
  }
}
