package org.ibassay.link.capture;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.ibassay.link.Label;

/// The label of each packet of a capture. Consecutive packets of one step share an entry.
public final class FrameLabels {
  private final NavigableMap<Long, Label> starts = new TreeMap<>();
  private Label last = Label.NONE;

  /// Empty.
  public FrameLabels() {}

  /// Adds the next packet.
  synchronized void add(long frame, Label label) {
    if (label != last) {
      starts.put(frame, label);
      last = label;
    }
  }

  /// Returns the label of a packet.
  ///
  /// @param frame its frame number in the capture
  public synchronized Label of(long frame) {
    Map.Entry<Long, Label> start = starts.floorEntry(frame);
    return start == null ? Label.NONE : start.getValue();
  }
}
