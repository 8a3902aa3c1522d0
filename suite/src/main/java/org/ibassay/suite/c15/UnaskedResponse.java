package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.TableTransfer.ANSWER;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.SegmentExchange;
import org.ibassay.suite.SegmentSpec;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaMethod;

/// A response in segments that the DUT has not requested, made of segments of its own table.
///
/// @param name what distinguishes it
/// @param method its method
/// @param segments number of its segments
/// @param sent how many of them are sent
/// @param isKnown whether its TransactionID is that of the table, which is complete
record UnaskedResponse(String name, int method, int segments, int sent, boolean isKnown) {
  private static final int FULL = Smp.BYTES_OF_MAD - RmppHeader.DATA;

  /// Returns the responses to send.
  static List<UnaskedResponse> all() {
    return List.of(
        new UnaskedResponse("segments of GetTableResp", SaMethod.GET_TABLE_RESP, 2, 2, false),
        new UnaskedResponse("segments of GetTableResp", SaMethod.GET_TABLE_RESP, 1, 1, false),
        new UnaskedResponse("segments of GetMultiResp", SaMethod.GET_MULTI_RESP, 2, 2, false),
        new UnaskedResponse(
            "segments of an earlier GetTableResp", SaMethod.GET_TABLE_RESP, 2, 2, true),
        new UnaskedResponse(
            "segments of an incomplete GetTableResp", SaMethod.GET_TABLE_RESP, 2, 1, false));
  }

  /// Sends it, and verifies that nothing but the end of a transfer is received.
  ///
  /// @param table the table whose segments it returns
  void verifyNotReceived(Steps steps, SegmentExchange exchange, TableTransfer table)
      throws TestException {
    List<SegmentSpec> answers = new ArrayList<>();
    SegmentSpec first = exchange.askIfAny(segment(table, 1));
    if (first != null) {
      answers.add(first);
    }
    for (int number = 2; number <= sent; number++) {
      exchange.segment(segment(table, number));
    }
    answers.addAll(exchange.all(ANSWER));
    SegmentSpec wrong =
        answers.stream().filter(answer -> !isAllowed(answer)).findFirst().orElse(null);
    steps
        .checks()
        .verify(
            wrong == null ? 0 : wrong.frame(),
            wrong == null,
            () -> "no response, or an ABORT",
            () -> String.valueOf(wrong));
  }

  /// The DUT may end the transfer, and may retransmit a segment of its own table.
  private boolean isAllowed(SegmentSpec answer) {
    return answer.isEnd() || (isKnown && answer.isData());
  }

  private MemorySegment segment(TableTransfer table, int number) {
    SegmentSpec own = table.segment(number);
    MemorySegment like = own == null ? table.first().mad() : own.mad();
    MemorySegment mad = MemorySegment.ofArray(like.toArray(ValueLayout.JAVA_BYTE));
    MadHeader.METHOD.set(mad, 0, method);
    if (!isKnown) {
      MadHeader.TRANSACTION_ID.set(mad, 0, 0);
    }
    RmppHeader.LAST.set(mad, 0, number == segments ? 1 : 0);
    RmppHeader.PAYLOAD_LENGTH.set(mad, 0, number == 1 ? (long) FULL * segments : FULL);
    return mad;
  }
}
