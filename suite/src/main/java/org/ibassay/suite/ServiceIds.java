package org.ibassay.suite;

import java.util.List;
import java.util.stream.LongStream;

/// The ServiceIDs that a test may register. A test takes the first ones that are unused, so that a
/// service that an earlier run could not delete does not stop it.
public final class ServiceIds {
  /// The highest number of services that a test registers.
  public static final int MOST_REGISTERED = 4;

  private static final int MOST = 16;

  private ServiceIds() {}

  /// Returns consecutive ServiceIDs.
  ///
  /// @param first [Parameter#SERVICE_ID]
  public static List<Long> from(long first) {
    return LongStream.range(0, MOST).map(i -> first + i).filter(id -> id != 0).boxed().toList();
  }
}
