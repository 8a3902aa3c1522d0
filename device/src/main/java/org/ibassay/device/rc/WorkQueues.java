package org.ibassay.device.rc;

import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.UpperTester.Queue;

/// The work queues of a QP of any service.
interface WorkQueues {
  /// Depth of the receive queue and of the send queue.
  int depth();

  /// The number of incomplete sends.
  int sendDepth();

  /// The posted receives that are unused.
  ReceiveQueue receives();

  void postReceive(PostedReceive receive);

  /// Returns completions that were not polled yet.
  List<Completion> poll(Queue queue, int most);

  QpAttributes attributes();

  SolicitedEvents events();
}
