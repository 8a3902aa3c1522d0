package org.ibassay.wire.sa;

import java.util.Arrays;
import java.util.Optional;

/// The rates of links and paths, from the slowest to the fastest: the natural order compares them,
/// which their numbers do not.
///
/// The name is the nominal rate in Gb/s: lanes times 2.5, 5, 10, 14, 25, 50, 100 or 200. Up to QDR
/// a fifth of that is coding, from FDR on next to nothing; so 12X SDR, nominally 30 Gb/s, carries
/// less than 1X EDR with its 25. The order is that of the data rates, as OpenSM has it.
///
/// Numbers up to 24 follow OpenSM's `ib_types.h`, 25 follows Linux; the number of 12X XDR is in no
/// public source that we know.
public enum Rate {
  GBPS_2_5(2, 25),
  GBPS_5(5, 50),
  GBPS_10(3, 100),
  GBPS_14(11, 140),
  GBPS_20(6, 200),
  GBPS_30(4, 300),
  GBPS_25(15, 250),
  GBPS_28(19, 280),
  GBPS_40(7, 400),
  GBPS_60(8, 600),
  GBPS_50(20, 500),
  GBPS_56(12, 560),
  GBPS_80(9, 800),
  GBPS_120(10, 1200),
  GBPS_100(16, 1000),
  GBPS_112(13, 1120),
  GBPS_168(14, 1680),
  GBPS_200(17, 2000),
  GBPS_300(18, 3000),
  GBPS_400(21, 4000),
  GBPS_600(22, 6000),
  GBPS_800(23, 8000),
  GBPS_1200(24, 12000),
  GBPS_1600(25, 16000);

  private final int code;
  private final int tenthsOfGbps;

  Rate(int code, int tenthsOfGbps) {
    this.code = code;
    this.tenthsOfGbps = tenthsOfGbps;
  }

  /// The number that stands for it in records.
  public int code() {
    return code;
  }

  /// The nominal rate, in Gb/s.
  public double gbps() {
    return tenthsOfGbps / 10.0;
  }

  /// The rate of that number; none for a reserved one.
  public static Optional<Rate> of(int code) {
    return Arrays.stream(values()).filter(rate -> rate.code == code).findFirst();
  }

  /// The rate of a link, from its PortInfo.
  ///
  /// @param width LinkWidthActive
  /// @param speed LinkSpeedActive; counts where both extended ones are 0
  /// @param speedExt LinkSpeedExtActive
  /// @param speedExt2 LinkSpeedExtActive2; counts before the others
  /// @return none if one of the values is reserved, or the rate has no number
  public static Optional<Rate> of(int width, int speed, int speedExt, int speedExt2) {
    int tenths = lanes(width) * tenthsOfLane(speed, speedExt, speedExt2);
    return Arrays.stream(values()).filter(rate -> rate.tenthsOfGbps == tenths).findFirst();
  }

  /// The rate as people write it: `56 Gb/s`.
  @Override
  public String toString() {
    return (tenthsOfGbps % 10 == 0 ? "" + tenthsOfGbps / 10 : "" + gbps()) + " Gb/s";
  }

  private static int lanes(int width) {
    return switch (width) {
      case 1 -> 1;
      case 2 -> 4;
      case 4 -> 8;
      case 8 -> 12;
      case 16 -> 2;
      default -> 0;
    };
  }

  private static int tenthsOfLane(int speed, int speedExt, int speedExt2) {
    if (speedExt2 != 0) {
      return speedExt2 == 1 ? 2000 : 0;
    }
    if (speedExt != 0) {
      return switch (speedExt) {
        case 1 -> 140;
        case 2 -> 250;
        case 4 -> 500;
        case 8 -> 1000;
        default -> 0;
      };
    }
    return switch (speed) {
      case 1 -> 25;
      case 2 -> 50;
      case 4 -> 100;
      default -> 0;
    };
  }
}
