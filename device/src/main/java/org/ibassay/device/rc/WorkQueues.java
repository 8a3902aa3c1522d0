package org.ibassay.device.rc;

import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.UpperTester.Queue;

/// The work queues of a QP of any service.
interface WorkQueues {
  /// How many receives, and sends, can be posted at a time.
  int depth();

  /// How many sends are posted, and not complete.
  int sendDepth();

  /// The posted receives that are not used yet.
  ReceiveQueue receives();

  void postReceive(PostedReceive receive);

  /// Completions that were not polled yet.
  List<Completion> poll(Queue queue, int most);

  QpAttributes attributes();
}
