package org.ibassay.device.deviation;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.sa.SaMethod;

/// Remembers deleted services, and adds them to responses without records.
final class DeletedServices extends SaRules.Overlay {
  private final Predicate<SaCall> which;
  private final List<MemorySegment> deleted = new ArrayList<>();

  private DeletedServices(SaRules rules, Predicate<SaCall> which) {
    super(rules);
    this.which = which;
  }

  /// @param which selects the responses to which they are added
  static Consumer<Seams> stillIn(Predicate<SaCall> which) {
    return seams -> seams.administration.deviate(rules -> new DeletedServices(rules, which));
  }

  @Override
  public RecordAnswer answer(SaCall call, RecordAnswer found) {
    RecordAnswer answer = super.answer(call, found);
    if (call.method() == SaMethod.DELETE) {
      deleted.addAll(answer.records());
    }
    boolean fills = which.test(call) && answer.records().isEmpty() && !deleted.isEmpty();
    return fills ? RecordAnswer.of(List.of(deleted.getLast())) : answer;
  }
}
