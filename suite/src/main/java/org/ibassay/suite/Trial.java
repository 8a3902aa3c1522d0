package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// A part of a procedure that was tried once: what became of it, which does not count yet.
///
/// @param log its checks
/// @param end why it was cut short by the DUT or the link, or null
/// @param missing the check that a packet came which did not, where that cut it short, or null
record Trial(CheckLog log, @Nullable TestException end, CheckLog.@Nullable Failure missing) {
  /// What a packet shows whose turn it is not yet, as one before it got lost.
  private static final Set<String> TURN = Set.of(Bth.OP_CODE.name(), Bth.PSN.name());

  private static final long GAP = new Syndrome.Nak(Syndrome.Nak.PSN_SEQUENCE_ERROR).value();

  boolean failed() {
    return !log.allPassed();
  }

  /// Which checks failed or could not be made, and what cut it short.
  List<String> outcome() {
    List<String> outcome = new ArrayList<>();
    log.steps()
        .values()
        .forEach(tally -> {
          tally.examples().forEach(f -> outcome.add(f.step() + f.where() + f.expected()));
          outcome.addAll(tally.inconclusive());
        });
    if (end != null) {
      outcome.add(String.valueOf(end.getMessage()));
    }
    return outcome;
  }

  /// Whether a lost packet can explain how it went wrong first: a packet or completion that did not
  /// come, a packet of the DUT that is right but for its turn, or a NAK for a missing packet.
  boolean mayBeLoss() {
    CheckLog.Failure failed = log.firstFailure();
    WrongField field = failed == null ? null : failed.field();
    return failed == null || failed.packet() == 0 || (field != null && isOutOfTurn(field));
  }

  private static boolean isOutOfTurn(WrongField field) {
    return TURN.contains(field.name())
        || (field.name().equals(Aeth.SYNDROME.name()) && field.actual().longValue() == GAP);
  }

  /// What went wrong first, for people.
  String firstTrouble() {
    CheckLog.Failure failed = log.firstFailure();
    return failed == null
        ? outcome().stream().findFirst().orElse("nothing was checked")
        : "step %s: expected %s, received %s"
            .formatted(failed.step(), failed.expected(), failed.actual());
  }

  /// Whether all was checked, and held.
  boolean passed() {
    return !failed() && end == null && !log.isOpen();
  }
}
