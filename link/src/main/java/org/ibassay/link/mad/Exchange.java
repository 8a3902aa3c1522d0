package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.rmpp.RmppFailure;
import org.ibassay.link.rmpp.RmppMessage;
import org.jspecify.annotations.Nullable;

/// A request of a [MadPort] and its outcome.
///
/// Times are by the link's clock, in nanoseconds; frame numbers are those of the capture, 0 for
/// none.
public interface Exchange {
  /// The state of an exchange.
  enum State {
    WAITING,
    /// The response was received.
    ANSWERED,
    /// No transmission was answered.
    UNANSWERED
  }

  State state();

  /// The latest request, 256 bytes, as passed to the stack below, which may change some fields.
  MemorySegment request();

  /// The response, 256 bytes, padded with zeros; the first segment of a response in several. Valid
  /// only if answered.
  MemorySegment response();

  /// The whole response: of a single MAD the bytes received, of several segments the header of the
  /// first, 56 bytes, followed by the data of all. Valid only if answered.
  MemorySegment message();

  /// The length of the response in bytes, as the stack below reports it: more than [#message] has
  /// if the stack did not deliver all of it.
  long messageBytes();

  /// The segments in which a response was received (RMPP); null for a single MAD without RMPP, or
  /// if the stack below reassembled it.
  @Nullable RmppMessage transfer();

  /// If unanswered: why a response in segments was not completed; null if none had begun.
  @Nullable RmppFailure brokenOff();

  /// The number of bytes of the response that were received.
  int responseBytes();

  /// The first MAD of the response, or the near miss, that does not have the length of a MAD; null
  /// if there is none, or the link does not report lengths ([MadPort#reportsLength]).
  @Nullable Misfit misfit();

  /// The time at which the answered transmission was sent; if unanswered, the last one.
  long sentAt();

  /// The time at which the response was received.
  long receivedAt();

  /// How many times the request was sent.
  int tries();

  /// Frame number of the last transmission.
  long requestFrame();

  /// Frame number of the response.
  long responseFrame();

  /// If unanswered: whether a MAD was received that resembles the response, but has a wrong
  /// TransactionID, method or class; its bytes are in [#response].
  boolean nearMiss();

  /// If answered: the first wrong response to an earlier transmission that had no correct one by
  /// then; null if there was none. Duplicates, late responses, responses to other requests and MADs
  /// of other senders do not count.
  @Nullable NearMiss putRight();
}
