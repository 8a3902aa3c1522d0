package org.ibassay.suite.c14;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.ibassay.link.mad.MadPort;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.MadHeader;
import org.jspecify.annotations.Nullable;

/// Requests with the TransactionIDs of earlier requests of one method for one attribute. Each is a
/// new request: a response that the DUT kept from the earlier one would be wrong.
final class RepeatedTransactions {
  private static final Duration DUPLICATES = Duration.ofMillis(100);

  private final MadExchange mads;
  private final boolean isLossless;
  private final Map<String, Long> first = new HashMap<>();

  /// Waits for a time.
  @FunctionalInterface
  interface Wait {
    void of(Duration time) throws TestException;
  }

  RepeatedTransactions(MadExchange mads, MadPort port) {
    this.mads = mads;
    this.isLossless = port.isLossless();
  }

  /// Sends a request and keeps its TransactionID.
  void sendFirst(MadPacketSpec request) throws TestException {
    mads.send(request);
    first.put(key(request), mads.receiveOk().header(MadHeader.TRANSACTION_ID));
  }

  /// Waits until no duplicate of a response can be taken for that of a repeated transaction.
  void outlive(Wait wait) throws TestException {
    if (!isLossless) {
      wait.of(DUPLICATES);
    }
  }

  /// Sends a request with the TransactionID of the first of its kind, and verifies that it gets a
  /// response.
  ///
  /// @return the response; null, after a failed check, if there is none although the DUT responds
  ///   to the request with another TransactionID
  @Nullable MadPacketSpec sendAgain(MadPacketSpec request, String receive) throws TestException {
    Long id = first.get(key(request));
    MadPacketSpec again =
        id == null ? request : request.copy().setHeader(MadHeader.TRANSACTION_ID, id);
    mads.send(again);
    mads.steps().step(receive);
    MadPacketSpec answer = mads.receiveIfAny();
    if (answer == null) {
      mads.send(request);
      mads.receiveOk();
      if (!isLossless) {
        mads.send(again);
        answer = mads.receiveIfAny();
      }
    }
    mads.checks()
        .verify(
            again,
            answer != null,
            () -> "a response to a request with the TransactionID of an earlier one",
            () -> "none; with another TransactionID, there is one");
    return answer;
  }

  private static String key(MadPacketSpec request) {
    return "%d %d %d"
        .formatted(
            request.header(MadHeader.METHOD),
            request.header(MadHeader.ATTRIBUTE_ID),
            request.header(MadHeader.ATTRIBUTE_MODIFIER));
  }
}
