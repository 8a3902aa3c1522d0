package org.ibassay.suite;

import java.util.List;
import java.util.stream.LongStream;

/// The ServiceIDs that a test may register: the first that are free. So a test is not stopped by a
/// service that an earlier run could not delete.
public final class ServiceIds {
  /// How many services a test registers at most.
  public static final int MOST_REGISTERED = 2;

  private static final int MOST = 16;

  private ServiceIds() {}

  /// They follow each other.
  ///
  /// @param first [Parameter#SERVICE_ID]
  public static List<Long> from(long first) {
    return LongStream.range(0, MOST).map(i -> first + i).filter(id -> id != 0).boxed().toList();
  }
}
