package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;

import java.util.List;
import java.util.function.LongUnaryOperator;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// Deviations in what subnet administration does with requests of another ClassVersion.
final class SaVersionDeviations {
  private static final int CODE_SHIFT = 2;

  private SaVersionDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        taken("ignored", "executes requests of every ClassVersion", _ -> SaHeader.CLASS_VERSION),
        taken(
            "zero-taken",
            "executes requests of ClassVersion 0",
            version -> version == 0 ? SaHeader.CLASS_VERSION : version),
        taken(
            "newer-taken",
            "executes requests of a ClassVersion above 2",
            version -> Math.min(version, SaHeader.CLASS_VERSION)),
        taken(
            "high-bit-ignored",
            "ignores the most significant bit of ClassVersion",
            version ->
                (version & 0x7F) == SaHeader.CLASS_VERSION ? SaHeader.CLASS_VERSION : version),
        deviation(
            "saversion.set-in-spite",
            "executes SubnAdmSet of another ClassVersion, which it rejects",
            seams -> seams.administration.deviate(SetInSpite::new)),
        deviation(
            "saversion.set-confirmed",
            "answers SubnAdmSet of another ClassVersion with Status 0, and does not execute it",
            SaEdits.answers(
                call ->
                    call.method() == SaMethod.SET
                        && MadHeader.CLASS_VERSION.get(call.mad(), 0) != SaHeader.CLASS_VERSION,
                answer -> answer.withStatus(0))));
  }

  /// @param edit returns the ClassVersion for which a request is taken
  private static DeviationSpec taken(String name, String summary, LongUnaryOperator edit) {
    return deviation(
        "saversion." + name,
        summary,
        seams ->
            seams.administration.deviate(rules ->
                new SaRules.Overlay(rules) {
                  @Override
                  public boolean hears(SaCall call) {
                    long version = MadHeader.CLASS_VERSION.get(call.mad(), 0);
                    MadHeader.CLASS_VERSION.set(call.mad(), 0, edit.applyAsLong(version));
                    return super.hears(call);
                  }
                }));
  }

  private static final class SetInSpite extends SaRules.Overlay {
    private boolean isWrong;

    SetInSpite(SaRules rules) {
      super(rules);
    }

    @Override
    public boolean hears(SaCall call) {
      isWrong =
          call.method() == SaMethod.SET
              && MadHeader.CLASS_VERSION.get(call.mad(), 0) != SaHeader.CLASS_VERSION;
      if (isWrong) {
        MadHeader.CLASS_VERSION.set(call.mad(), 0, SaHeader.CLASS_VERSION);
      }
      return super.hears(call);
    }

    @Override
    public RecordAnswer answer(SaCall call, RecordAnswer found) {
      RecordAnswer answer = super.answer(call, found);
      return isWrong ? answer.withStatus(MadStatus.BAD_VERSION << CODE_SHIFT) : answer;
    }
  }
}
