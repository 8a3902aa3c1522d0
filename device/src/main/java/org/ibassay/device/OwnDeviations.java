package org.ibassay.device;

import java.util.List;

/// A user's own deviations, found by `ServiceLoader`: the jar names its implementation in
/// `META-INF/services/org.ibassay.device.OwnDeviations`.
public interface OwnDeviations {
  /// All of them.
  List<OwnDeviation> all();
}
