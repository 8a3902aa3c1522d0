package org.ibassay.link.capture;

import java.nio.file.Path;

/// A closed capture.
///
/// @param file its path
/// @param labels labels of its packets
/// @param packets number of packets
/// @param leftOut number of packets left out because the capture had reached its size limit
public record CaptureSummary(Path file, FrameLabels labels, long packets, long leftOut) {
  /// Returns a sentence about missing packets; empty where none are.
  public String missing() {
    return leftOut == 0
        ? ""
        : ("%s holds %,d packets and lacks %,d: from its limit on it has the first packets of each"
                + " step, and those that prove a failure.")
            .formatted(file.getFileName(), packets, leftOut);
  }
}
