package org.ibassay.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.ibassay.device.OwnDeviation;
import org.ibassay.device.OwnDeviations;
import org.ibassay.device.SimDriver;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.OwnTests;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import picocli.CommandLine.Option;

/// The option `--tests`: a user's tests and deviations in addition to ibassay's.
final class OwnTestsOption {
  @Option(
      names = "--tests",
      paramLabel = "JAR",
      description = "Also load your own tests and deviations from this jar; repeatable.")
  List<Path> jars = new ArrayList<>();

  /// The suite and deviations that a command uses.
  ///
  /// @param suite ibassay's tests, and those in the jars
  /// @param deviations deviations in the jars
  record Loaded(Suite suite, List<OwnDeviation> deviations) {
    /// Copies the list.
    Loaded {
      deviations = List.copyOf(deviations);
    }

    /// Returns drivers that support the deviations.
    Drivers drivers(Setup setup) {
      Drivers drivers = setup.drivers().get();
      return deviations.isEmpty() ? drivers : drivers.with(new SimDriver(deviations));
    }
  }

  /// Loads the jars.
  ///
  /// @throws UsageException names the jar, and what is wrong with it
  Loaded load(Setup setup) throws UsageException {
    OwnTests own = OwnTests.in(jars);
    return new Loaded(own.after(setup.suite().get()), deviations(own));
  }

  /// Returns the options that load the jars again.
  List<String> again() {
    return jars.stream().flatMap(jar -> List.of("--tests", jar.toString()).stream()).toList();
  }

  private List<OwnDeviation> deviations(OwnTests own) throws UsageException {
    if (jars.isEmpty()) {
      return List.of();
    }
    try {
      return OwnDeviations.in(own.loader());
    } catch (IllegalArgumentException e) {
      throw new UsageException("--tests: " + e.getMessage());
    } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
      throw new UsageException("--tests: cannot load the deviations: " + e);
    }
  }
}
