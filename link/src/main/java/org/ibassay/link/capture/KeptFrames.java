package org.ibassay.link.capture;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.ibassay.link.Label;

/// Maps the numbers of the packets offered to a capture to their numbers in it, and knows their
/// labels.
///
/// After its size limit, a capture contains only the first packets of each label, and those that
/// prove a failure: enough for all that a report shows.
final class KeptFrames {
  private static final int MOST_FIRST = 64;
  private static final int MOST_PROOFS = 64;

  /// @param step a label; its text in a capture of many devices
  private record Use(Object step, boolean isProof) {}

  private final boolean isOfMany;
  private final Map<Use, Integer> taken = new HashMap<>();

  /// Start of each run of packets that are consecutive in the capture, by number offered, with its
  /// number in the capture; 0 for a run of packets that were left out.
  private final NavigableMap<Long, Long> runs = new TreeMap<>();

  private final FrameLabels labels = new FrameLabels();
  private boolean isRunKept;
  private long offered;
  private long kept;

  /// @param isOfMany whether the capture is of so many devices that memory must not grow with them:
  ///   the steps of all count together, and no label is kept
  KeptFrames(boolean isOfMany) {
    this.isOfMany = isOfMany;
  }

  /// Adds the next packet.
  ///
  /// @param isKept whether it is in the capture
  void add(Label label, boolean isKept) {
    offered++;
    kept += isKept ? 1 : 0;
    if (isKept && !isOfMany) {
      labels.add(kept, label);
    }
    if (isKept != isRunKept || offered == 1) {
      runs.put(offered, isKept ? kept : 0);
      isRunKept = isKept;
    }
  }

  /// The number of packets offered.
  long offered() {
    return offered;
  }

  /// The number of packets in the capture.
  long kept() {
    return kept;
  }

  FrameLabels labels() {
    return labels;
  }

  /// Returns the number of a packet in the capture; 0 if it was left out.
  ///
  /// @param frame its number among those offered
  long number(long frame) {
    Map.Entry<Long, Long> run = runs.floorEntry(frame);
    return run == null || run.getValue() == 0 ? 0 : run.getValue() + frame - run.getKey();
  }

  /// Whether a capture at its limit still accepts a packet of that label.
  boolean isAmongFirst(Label label) {
    return isTaken(label, false, MOST_FIRST);
  }

  /// Whether a capture at its limit still accepts a proof of that label.
  boolean isProof(Label label) {
    return isTaken(label, true, MOST_PROOFS);
  }

  private boolean isTaken(Label label, boolean isProof, int most) {
    Use use = new Use(isOfMany ? label.toString() : label, isProof);
    return taken.merge(use, 1, Integer::sum) <= most;
  }
}
