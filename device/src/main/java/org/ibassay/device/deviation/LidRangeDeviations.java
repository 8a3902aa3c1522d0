package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;

import java.util.List;
import org.ibassay.device.sma.LidRange;
import org.ibassay.device.variant.SimParameter;

/// Deviations in which LIDs a port accepts packets for.
final class LidRangeDeviations {
  private static final int SOME_LID = 17;

  private LidRangeDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of("base-only", "accepts only its base LID", (lid, base, _) -> lid == base),
        of(
            "last-left-out",
            "does not accept the last of several LIDs",
            (lid, base, lmc) -> isIn(lid, base, lmc) && (lmc == 0 || lid != base + (1 << lmc) - 1)),
        of(
            "two-at-most",
            "accepts no more than two LIDs",
            (lid, base, lmc) -> isIn(lid, base, Math.min(lmc, 1))),
        of("lmc-two-bits", "uses two bits of LMC", (lid, base, lmc) -> isIn(lid, base, lmc & 3)),
        of(
            "one-too-many",
            "accepts the LID after its last one, too",
            (lid, base, lmc) -> isIn(lid, base, lmc) || lid == base + (1 << lmc)),
        of(
            "twice-as-many",
            "accepts twice as many LIDs as it has",
            (lid, base, lmc) -> isIn(lid, base, lmc + 1)),
        of("always-128", "accepts 128 LIDs, whatever LMC is", (lid, base, _) -> isIn(lid, base, 7)),
        of("any-lid", "accepts any LID", (lid, base, _) -> lid != 0 && base != 0),
        of("low-byte", "compares the low byte of the LID", ofBits(0xFF)),
        of("thirteen-bits", "compares 13 bits of the LID", ofBits(0x1FFF)),
        of("fourteen-bits", "compares 14 bits of the LID", ofBits(0x3FFF)),
        of("fifteen-bits", "compares 15 bits of the LID", ofBits(0x7FFF)),
        of("bit-8-ignored", "does not compare bit 8 of the LID", ofBits(0xFEFF)));
  }

  private static boolean isIn(int lid, int base, int lmc) {
    return LidRange.CONFORMING.accepts(lid, base, lmc);
  }

  private static LidRange ofBits(int bits) {
    return (lid, base, lmc) -> lid != 0 && isIn(lid & bits, base & bits, lmc);
  }

  private static DeviationSpec of(String name, String summary, LidRange range) {
    return DeviationSpec.of(
            "lidrange." + name, summary, WITH_END_PORTS, seams -> seams.lids.deviate(_ -> range))
        .on(SimParameter.LID, SOME_LID);
  }
}
