package org.ibassay.qualify;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.ibassay.device.Deviation;
import org.ibassay.device.variant.NodeKind;

/// Creates the DUTs with one deviation.
final class Mutants {
  private Mutants() {}

  /// A deviation and a kind of DUT.
  record Candidate(Deviation deviation, NodeKind kind) {
    String uri() {
      return "sim:%s?deviation=%s".formatted(kind.word(), deviation.name());
    }
  }

  static List<Candidate> of(List<Deviation> deviations) {
    return deviations.stream()
        .flatMap(deviation -> shownOn(deviation).stream().map(k -> new Candidate(deviation, k)))
        .toList();
  }

  /// Returns the kinds that show a deviation. A router is not included, because it behaves like a
  /// channel adapter.
  static Set<NodeKind> shownOn(Deviation deviation) {
    Set<NodeKind> shown = new TreeSet<>(deviation.kinds());
    if (shown.contains(NodeKind.CA)) {
      shown.remove(NodeKind.ROUTER);
    }
    return shown;
  }
}
