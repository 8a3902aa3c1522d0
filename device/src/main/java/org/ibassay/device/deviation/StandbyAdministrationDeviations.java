package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;

import java.util.List;
import org.ibassay.device.sa.SaRules;

/// Deviations of subnet administration while its subnet manager is not the master.
final class StandbyAdministrationDeviations {
  private StandbyAdministrationDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "standbysa.answers",
            "answers requests to subnet administration while it is not the master",
            seams ->
                seams.administration.deviate(rules ->
                    new SaRules.Overlay(rules) {
                      @Override
                      public boolean answersInStandby() {
                        return true;
                      }
                    })));
  }
}
