package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.ibassay.device.sa.GroupRules;
import org.ibassay.device.sma.Seams;

/// Deviations in how often subnet administration can assign an MLID.
final class MlidPoolDeviations {
  /// MLIDs in all.
  private static final int POOL = 30;

  private MlidPoolDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "group.mlids-used-up", "has 30 MLIDs, and assigns each only once", pool(Pool::new)),
        deviation(
            "group.every-second-mlid-lost",
            "has 30 MLIDs, and releases only every second one",
            pool(rules -> new Pool(rules, 2))),
        deviation(
            "group.last-mlid-reserved",
            "assigns MLID 0xFFFF to the 31st group and all later ones",
            pool(Exhausted::new)));
  }

  private static Consumer<Seams> pool(UnaryOperator<GroupRules> edit) {
    return seams -> seams.groups.deviate(edit);
  }

  private static class Pool extends GroupRules.Overlay {
    private final int lossEvery;
    private int assigned;

    Pool(GroupRules rules) {
      this(rules, 1);
    }

    /// @param lossEvery how many assignments lose one MLID
    Pool(GroupRules rules, int lossEvery) {
      super(rules);
      this.lossEvery = lossEvery;
    }

    @Override
    public int mlid(Set<Integer> used) {
      int lost = assigned++ / lossEvery;
      for (int mlid = FIRST_MLID + lost; mlid < FIRST_MLID + POOL; mlid++) {
        if (!used.contains(mlid)) {
          return mlid;
        }
      }
      return exhausted();
    }

    int exhausted() {
      return 0;
    }
  }

  private static final class Exhausted extends Pool {
    Exhausted(GroupRules rules) {
      super(rules);
    }

    @Override
    int exhausted() {
      return 0xFFFF;
    }
  }
}
