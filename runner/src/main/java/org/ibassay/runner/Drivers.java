package org.ibassay.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.ibassay.link.Dut;
import org.ibassay.link.DutDriver;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;

/// The drivers that there are, by URI scheme.
public final class Drivers {
  private final Map<String, DutDriver> byScheme = new TreeMap<>();

  /// @param drivers one for each scheme
  public Drivers(Iterable<DutDriver> drivers) {
    drivers.forEach(driver -> byScheme.put(driver.scheme(), driver));
  }

  /// Those that the modules present provide.
  public static Drivers installed() {
    return new Drivers(ServiceLoader.load(DutDriver.class));
  }

  /// These and one more.
  public Drivers with(DutDriver driver) {
    List<DutDriver> all = new ArrayList<>(byScheme.values());
    all.add(driver);
    return new Drivers(all);
  }

  /// Opens a DUT.
  ///
  /// @throws UsageException when the URI cannot be understood; names the part
  /// @throws LinkException when the tester's side cannot reach out
  public Dut open(DutUri uri, Tap tap, Timing timing) throws UsageException, LinkException {
    DutDriver driver = byScheme.get(uri.scheme());
    if (driver == null) {
      throw new UsageException(
          "DUT URI \"%s\": knows no scheme \"%s\"; there are %s"
              .formatted(uri, uri.scheme(), String.join(", ", byScheme.keySet())));
    }
    try {
      return driver.open(uri, tap, timing);
    } catch (DutUriException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
