package org.ibassay.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;

/// The installed drivers, by URI scheme.
public final class Drivers {
  private final Map<String, DutDriver> byScheme = new TreeMap<>();

  /// @param drivers one per scheme
  public Drivers(Iterable<DutDriver> drivers) {
    drivers.forEach(driver -> byScheme.put(driver.scheme(), driver));
  }

  /// The drivers of all modules present.
  public static Drivers installed() {
    return new Drivers(ServiceLoader.load(DutDriver.class));
  }

  /// Returns these drivers and a further one.
  public Drivers with(DutDriver driver) {
    List<DutDriver> all = new ArrayList<>(byScheme.values());
    all.add(driver);
    return new Drivers(all);
  }

  /// Parses and checks a DUT URI; opens nothing.
  ///
  /// @throws UsageException if the URI is invalid; names the part
  public DutTarget parse(String text) throws UsageException {
    try {
      return parse(DutUri.parse(text));
    } catch (DutUriException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  DutTarget parse(DutUri uri) throws DutUriException {
    DutDriver driver = byScheme.get(uri.scheme());
    if (driver == null) {
      throw new DutUriException(
          uri.text(),
          "unknown scheme \"%s\"; expected %s"
              .formatted(uri.scheme(), String.join(", ", byScheme.keySet())));
    }
    return driver.parse(uri);
  }
}
