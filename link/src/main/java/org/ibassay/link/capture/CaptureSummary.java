package org.ibassay.link.capture;

import java.nio.file.Path;

/// A capture that was closed.
///
/// @param file that holds it
/// @param labels of its packets
/// @param packets in it
/// @param leftOut packets that are not in it, as it had grown to its limit
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
