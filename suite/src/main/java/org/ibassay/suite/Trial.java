package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// The result of a trial, which does not count yet.
///
/// @param log results of its checks
/// @param end why the DUT or the link ended it early, or null
/// @param missing the failure reported for a missing packet, if that ended the trial; otherwise
///   null
record Trial(CheckLog log, @Nullable TestException end, CheckLog.@Nullable Failure missing) {
  /// Fields that are wrong if an earlier packet was lost.
  private static final Set<String> TURN = Set.of(Bth.OP_CODE.name(), Bth.PSN.name());

  private static final long GAP = new Syndrome.Nak(Syndrome.Nak.PSN_SEQUENCE_ERROR).value();

  boolean failed() {
    return !log.allPassed();
  }

  /// The failed and inconclusive checks, and the reason for an early end.
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

  /// Whether a lost packet can explain the first failure: a missing packet or completion, a packet
  /// of the DUT that is only out of order, or a NAK for a missing packet.
  boolean mayBeLoss() {
    CheckLog.Failure failed = log.firstFailure();
    WrongField field = failed == null ? null : failed.field();
    return failed == null || failed.packet() == 0 || (field != null && isOutOfTurn(field));
  }

  private static boolean isOutOfTurn(WrongField field) {
    return TURN.contains(field.name())
        || (field.name().equals(Aeth.SYNDROME.name()) && field.actual().longValue() == GAP);
  }

  /// The first failure, for messages.
  String firstTrouble() {
    CheckLog.Failure failed = log.firstFailure();
    return failed == null
        ? outcome().stream().findFirst().orElse("nothing was checked")
        : "step %s: expected %s, received %s"
            .formatted(failed.step(), failed.expected(), failed.actual());
  }

  /// Whether every check was made and passed.
  boolean passed() {
    return !failed() && end == null && !log.isOpen();
  }
}
