package org.ibassay.device;

import java.util.List;

/// A user's deviations, found by `ServiceLoader`: a jar names its implementation in
/// `META-INF/services/org.ibassay.device.OwnDeviations`.
public interface OwnDeviations {
  /// Returns all of them.
  List<OwnDeviation> all();
}
