package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.rmpp.RmppFailure;
import org.ibassay.link.rmpp.RmppMessage;
import org.jspecify.annotations.Nullable;

/// One request of a [MadPort] and what became of it.
///
/// Times are by the link's clock, in nanoseconds; frames are numbers in the capture, 0 for none.
public interface Exchange {
  /// How it stands.
  enum State {
    WAITING,
    /// The response is there.
    ANSWERED,
    /// No answer to any try.
    UNANSWERED
  }

  State state();

  /// The request as it was sent last, 256 bytes; what a stack below may change is as it was handed
  /// over.
  MemorySegment request();

  /// The response, 256 bytes; zero beyond what was received. Of use only when answered. Of a
  /// response in several segments it is the first.
  MemorySegment response();

  /// The whole response, however long: in one MAD as much as came of it, in several segments the
  /// header of the first, 56 bytes, and after it the data of all. Of use only when answered.
  MemorySegment message();

  /// How long the response is, in bytes, by what the stack below says: more than [#message] has
  /// when the stack did not deliver it all.
  long messageBytes();

  /// How a response in segments was received (RMPP); null when it was a single MAD without, or when
  /// the stack below put it together.
  @Nullable RmppMessage transfer();

  /// When unanswered: why a response that had begun to come in segments did not come whole; null
  /// when none had begun.
  @Nullable RmppFailure brokenOff();

  /// How many bytes of the response were received.
  int responseBytes();

  /// The first MAD of the response, or the near miss, that has not the length of a MAD; null when
  /// there is none, and where the link does not tell ([MadPort#tellsLength]).
  @Nullable Misfit misfit();

  /// When the try that was answered left; when unanswered, the last one.
  long sentAt();

  /// When the response was received.
  long receivedAt();

  /// How many times the request was sent.
  int tries();

  /// Frame of the last try.
  long requestFrame();

  /// Frame of the response.
  long responseFrame();

  /// When unanswered: a MAD received meanwhile that looks like this request's response but for its
  /// TransactionID, method or class; its bytes are in [#response] then.
  boolean nearMiss();
}
