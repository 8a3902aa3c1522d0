package org.ibassay.device.rc;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ibassay.device.rc.RcSeams.CompletionEdit;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.UpperTester.Queue;

/// A QP's completion queues, one for each of its work queues.
final class CompletionQueues {
  private final Decision<CompletionEdit> reported;
  private final Map<Queue, List<Completion>> waiting = new EnumMap<>(Queue.class);

  /// @param reported changes completions before they are reported
  CompletionQueues(Decision<CompletionEdit> reported) {
    this.reported = reported;
    for (Queue queue : Queue.values()) {
      waiting.put(queue, new ArrayList<>());
    }
  }

  void add(Queue queue, Completion completion) {
    of(queue).addAll(reported.part().of(queue, completion));
  }

  /// Returns completions that were not polled yet.
  List<Completion> poll(Queue queue, int most) {
    List<Completion> first = of(queue);
    List<Completion> taken = first.subList(0, Math.min(most, first.size()));
    List<Completion> answer = List.copyOf(taken);
    taken.clear();
    return answer;
  }

  private List<Completion> of(Queue queue) {
    return Objects.requireNonNull(waiting.get(queue));
  }
}
