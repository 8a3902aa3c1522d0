package org.ibassay.link.capture;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.ibassay.link.Label;

/// Which of the packets that were offered to a capture are in it: their numbers there, and their
/// labels.
///
/// A capture that has grown to its limit takes no more of a label than its first packets, and those
/// that prove a failure: so many that what a report shows is among them.
final class KeptFrames {
  private static final int MOST_FIRST = 64;
  private static final int MOST_PROOFS = 64;

  private record Use(Label label, boolean isProof) {}

  private final Map<Use, Integer> taken = new HashMap<>();

  /// Where in the packets offered those begin that follow each other in the capture, with the
  /// number there of the first of them; 0 where packets begin that were left out.
  private final NavigableMap<Long, Long> runs = new TreeMap<>();

  private final FrameLabels labels = new FrameLabels();
  private boolean isRunKept;
  private long offered;
  private long kept;

  /// Takes the next packet.
  ///
  /// @param isKept whether it is in the capture
  void add(Label label, boolean isKept) {
    offered++;
    if (isKept) {
      labels.add(++kept, label);
    }
    if (isKept != isRunKept || offered == 1) {
      runs.put(offered, isKept ? kept : 0);
      isRunKept = isKept;
    }
  }

  /// How many packets were taken.
  long offered() {
    return offered;
  }

  /// How many of them are in the capture.
  long kept() {
    return kept;
  }

  FrameLabels labels() {
    return labels;
  }

  /// The number in the capture of a packet that was taken; 0 where it was left out.
  ///
  /// @param frame its number among those offered
  long number(long frame) {
    Map.Entry<Long, Long> run = runs.floorEntry(frame);
    return run == null || run.getValue() == 0 ? 0 : run.getValue() + frame - run.getKey();
  }

  /// Whether a capture at its limit takes one more packet of that label.
  boolean isAmongFirst(Label label) {
    return isTaken(new Use(label, false), MOST_FIRST);
  }

  /// Whether a capture at its limit takes one more proof of that label.
  boolean isProof(Label label) {
    return isTaken(new Use(label, true), MOST_PROOFS);
  }

  private boolean isTaken(Use use, int most) {
    return taken.merge(use, 1, Integer::sum) <= most;
  }
}
