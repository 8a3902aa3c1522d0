package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;

import java.util.List;
import java.util.function.LongPredicate;
import org.ibassay.device.sm.ManagerRules;

/// Deviations of a subnet manager that represses some traps only.
final class RepressDeviations {
  private static final int BAD_P_KEY = 257;
  private static final int BAD_Q_KEY = 258;
  private static final int FIRST_SECURITY = 256;
  private static final int FIRST_LOCAL = 129;
  private static final int LAST_LOCAL = 131;

  private RepressDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        without("urgent", "129 to 131", trap -> trap >= FIRST_LOCAL && trap <= LAST_LOCAL),
        without("129", "129", trap -> trap == FIRST_LOCAL),
        without("131", "131", trap -> trap == LAST_LOCAL),
        without("257-on", "257 and following", trap -> trap > FIRST_SECURITY),
        without("257", "257", trap -> trap == BAD_P_KEY),
        without("258", "258", trap -> trap == BAD_Q_KEY));
  }

  private static DeviationSpec without(String name, String text, LongPredicate which) {
    return deviation(
        "repress.not-" + name,
        "does not repress trap " + text,
        seams ->
            seams.managers.deviate(rules ->
                new ManagerRules.Overlay(rules) {
                  @Override
                  public boolean represses(long trap) {
                    return !which.test(trap) && super.represses(trap);
                  }
                }));
  }
}
