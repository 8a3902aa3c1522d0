package org.ibassay.junit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.stream.Stream;
import org.ibassay.device.OwnDeviation;
import org.ibassay.device.OwnDeviations;
import org.ibassay.device.SimDriver;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.MadPort;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.ParameterValues;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunPlan.Manner;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.runner.Selection;
import org.ibassay.runner.StrictReadings;
import org.ibassay.runner.UsageException;
import org.ibassay.suite.Page;
import org.ibassay.suite.Parameter;
import org.junit.platform.engine.ConfigurationParameters;

/// The configuration parameters of a run, all optional.
///
/// | parameter | meaning |
/// |---|---|
/// | `ibassay.dut` | `--dut`; several URIs separated by spaces. Without it, a simulated device of every kind to which a test applies |
/// | `ibassay.select` | the selectors of `ibassay run`, separated by spaces: only those of the classes found are run |
/// | `ibassay.param.NAME` | `--param NAME=...` |
/// | `ibassay.strict` | `--strict`; several separated by spaces |
/// | `ibassay.safe`, `ibassay.own-fabric` | `true`: `--safe`, `--own-fabric` |
///
/// @param duts URIs; empty for simulated devices
/// @param selectors selectors of tests; empty for all
/// @param plan plan without targets
/// @param drivers open the devices
record RunSettings(List<String> duts, List<String> selectors, RunPlan plan, Drivers drivers) {
  private static final String PARAMETER = "ibassay.param.";

  private static final int WINDOW = 16;

  /// Reads the parameters.
  ///
  /// @throws UsageException names the invalid parameter
  static RunSettings of(ConfigurationParameters given) throws UsageException {
    Drivers drivers = installed();
    List<String> duts = words(given, "ibassay.dut");
    for (String dut : duts) {
      drivers.parse(dut);
    }
    Manner manner =
        new Manner(
            given.getBoolean("ibassay.safe").orElse(false),
            given.getBoolean("ibassay.own-fabric").orElse(false),
            Math.min(WINDOW, MadPort.CAPACITY),
            Timing.DEFAULT,
            1,
            false);
    RunPlan plan =
        RunPlan.of(List.of())
            .with(manner)
            .with(ParameterValues.of(parameters(given)))
            .with(StrictReadings.of(words(given, "ibassay.strict")));
    return new RunSettings(duts, words(given, "ibassay.select"), plan, drivers);
  }

  /// The installed drivers, with the deviations on the class path.
  private static Drivers installed() throws UsageException {
    try {
      List<OwnDeviation> own = OwnDeviations.in(Thread.currentThread().getContextClassLoader());
      return own.isEmpty() ? Drivers.installed() : Drivers.installed().with(new SimDriver(own));
    } catch (IllegalArgumentException | ServiceConfigurationError e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /// The URIs of the devices on which to run a test; none if it is not selected.
  List<String> devices(Page page) {
    if (!selectors.isEmpty() && !Selection.isAnyOf(selectors, page)) {
      return List.of();
    }
    if (!duts.isEmpty()) {
      return duts;
    }
    List<? extends Enum<?>> kinds = page.roles().isEmpty() ? page.dut() : page.roles();
    return kinds.stream().map(kind -> "sim:" + kind.name().toLowerCase(Locale.ROOT)).toList();
  }

  /// The plan for one device.
  RunPlan plan(String uri, List<Page> pages) throws UsageException {
    return new RunPlan(
        List.of(new Target(drivers.parse(uri), pages)),
        plan.parameters(),
        plan.manner(),
        plan.expectations(),
        plan.claims(),
        plan.strict());
  }

  /// Reads the parameters of the JVM and the build tool; a tool's own list does not contain the
  /// JVM's.
  private static Map<String, String> parameters(ConfigurationParameters given) {
    List<String> names = new ArrayList<>();
    Stream.of(Parameter.values()).map(Enum::name).forEach(names::add);
    given.keySet().stream()
        .filter(key -> key.startsWith(PARAMETER))
        .map(key -> key.substring(PARAMETER.length()))
        .filter(name -> !names.contains(name))
        .forEach(names::add);
    Map<String, String> values = new HashMap<>();
    names.forEach(name -> given.get(PARAMETER + name).ifPresent(value -> values.put(name, value)));
    return values;
  }

  private static List<String> words(ConfigurationParameters given, String key) {
    return given.get(key).stream()
        .flatMap(text -> Stream.of(text.strip().split("\\s+", -1)))
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
