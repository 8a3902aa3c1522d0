package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.RcSeams.CompletionEdit;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.UpperTester.Queue;

/// Deviations in work completions.
final class RcCompletionDeviations {
  private RcCompletionDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of("receive-not-completed", "completes no receive", Queue.RECEIVE, _ -> List.of()),
        of(
            "receive-completed-twice",
            "completes a receive twice",
            Queue.RECEIVE,
            completion -> List.of(completion, completion)),
        deviation(
            "receives-out-of-order",
            "completes receives in pairs in the wrong order",
            seams -> swapped(seams.completions::deviate, Queue.RECEIVE)),
        of(
            "receive-one-longer",
            "reports one byte more of a receive",
            Queue.RECEIVE,
            right ->
                List.of(
                    new Completion(
                        right.id(), right.status(), 0, right.bytes() + 1, right.received()))),
        renames("receive-error-as-success", Queue.RECEIVE, Status.LOC_LEN_ERR, Status.SUCCESS),
        renames("receive-flush-as-success", Queue.RECEIVE, Status.WR_FLUSH_ERR, Status.SUCCESS),
        of(
            "send-not-completed",
            "completes no request that succeeds",
            Queue.SEND,
            right -> right.status() == Status.SUCCESS ? List.of() : List.of(right)),
        of(
            "send-completed-twice",
            "completes a request twice",
            Queue.SEND,
            completion -> List.of(completion, completion)),
        deviation(
            "sends-out-of-order",
            "completes requests in pairs in the wrong order",
            seams -> swapped(seams.completions::deviate, Queue.SEND)),
        renames("rnr-ends-as-retry", Queue.SEND, Status.RNR_RETRY_EXC_ERR, Status.RETRY_EXC_ERR),
        renames("retry-ends-as-rnr", Queue.SEND, Status.RETRY_EXC_ERR, Status.RNR_RETRY_EXC_ERR),
        renames("retry-ends-as-success", Queue.SEND, Status.RETRY_EXC_ERR, Status.SUCCESS),
        renames(
            "invalid-ends-as-access", Queue.SEND, Status.REM_INV_REQ_ERR, Status.REM_ACCESS_ERR),
        renames("access-ends-as-operational", Queue.SEND, Status.REM_ACCESS_ERR, Status.REM_OP_ERR),
        deviation(
            "flush-missing",
            "does not complete flushed requests",
            seams ->
                seams.completions.deviate(under ->
                    (queue, right) ->
                        right.status() == Status.WR_FLUSH_ERR
                            ? List.of()
                            : under.of(queue, right))));
  }

  private interface CompletionChoice {
    List<Completion> of(Completion right);
  }

  private static DeviationSpec of(String name, String text, Queue where, CompletionChoice wrong) {
    return deviation(
        name,
        text,
        seams ->
            seams.completions.deviate(under ->
                (queue, right) ->
                    queue == where
                        ? under.of(queue, right).stream()
                            .flatMap(reported -> wrong.of(reported).stream())
                            .toList()
                        : under.of(queue, right)));
  }

  private static DeviationSpec renames(String name, Queue where, Status right, Status wrong) {
    return of(
        name,
        "reports %s as %s".formatted(right, wrong),
        where,
        reported ->
            List.of(
                reported.status() == right
                    ? new Completion(reported.id(), wrong, 0, reported.bytes())
                    : reported));
  }

  /// Withholds every second completion until the next one was reported.
  private static void swapped(Consumer<UnaryOperator<CompletionEdit>> seam, Queue where) {
    List<Completion> held = new ArrayList<>();
    seam.accept(under ->
        (queue, right) -> {
          List<Completion> reported = under.of(queue, right);
          if (queue != where) {
            return reported;
          }
          if (held.isEmpty()) {
            held.addAll(reported);
            return List.of();
          }
          List<Completion> both = new ArrayList<>(reported);
          both.addAll(held);
          held.clear();
          return both;
        });
  }
}
