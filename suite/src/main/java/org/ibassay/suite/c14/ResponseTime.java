package org.ibassay.suite.c14;

import java.time.Duration;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.attribute.PortInfo;

/// The time within which a DUT responds, for requests that are sent once.
final class ResponseTime {
  /// The unit of RespTimeValue.
  private static final long UNIT_NANOS = 4096;

  /// The time on the path, both ways.
  private static final Duration MOST_PATH = Duration.ofMillis(100);

  /// The highest RespTimeValue that is waited for, 4.3 s; 31 would be more than two hours.
  private static final long HIGHEST = 20;

  private ResponseTime() {}

  /// The time that a DUT may take by its RespTimeValue, and that on the path.
  ///
  /// @param portInfo of the port that responds
  static Duration of(MadPacketSpec portInfo) {
    long exponent = Math.min(HIGHEST, portInfo.data(PortInfo.RESP_TIME_VALUE));
    return MOST_PATH.plusNanos(UNIT_NANOS << exponent);
  }
}
