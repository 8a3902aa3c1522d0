package org.ibassay.link.capture;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.link.Label;
import org.jspecify.annotations.Nullable;

/// By what the packets of a capture were judged: a number a packet, as most were judged by the same
/// as others were.
final class Judgements {
  /// Labels in the order in which they came, and what each further one makes of them.
  private record Judged(List<Label> by, Map<Label, Integer> withMore) {
    static Judged by(List<Label> labels) {
      return new Judged(labels, new HashMap<>());
    }
  }

  private static final int NOT_JUDGED = 0;

  private final List<Judged> all = new ArrayList<>(List.of(Judged.by(List.of())));
  private int[] byFrame = new int[0];

  /// A packet was judged, by that as well.
  void add(long frame, Label label) {
    int at = Math.toIntExact(frame);
    if (at >= byFrame.length) {
      byFrame = Arrays.copyOf(byFrame, Math.max(1024, at + at / 2));
    }
    byFrame[at] = with(byFrame[at], label);
  }

  private int with(int judged, Label label) {
    Judged before = all.get(judged);
    Integer known = before.withMore.get(label);
    if (known != null) {
      return known;
    }
    int after = judged;
    if (!before.by.contains(label)) {
      List<Label> more = new ArrayList<>(before.by);
      more.add(label);
      after = all.size();
      all.add(Judged.by(more));
    }
    before.withMore.put(label, after);
    return after;
  }

  /// Whether no packet was judged.
  boolean isEmpty() {
    return all.size() == 1;
  }

  /// What a packet's comment gains; null where it was not judged.
  byte @Nullable [] text(long frame) {
    int judged = frame < byFrame.length ? byFrame[(int) frame] : NOT_JUDGED;
    if (judged == NOT_JUDGED) {
      return null;
    }
    String by = String.join("; ", all.get(judged).by.stream().map(Label::toString).toList());
    return ("; judged at " + by).getBytes(StandardCharsets.UTF_8);
  }
}
