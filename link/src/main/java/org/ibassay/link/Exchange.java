package org.ibassay.link;

import java.lang.foreign.MemorySegment;

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

  /// The response, 256 bytes; zero beyond what came. Of use only when answered.
  MemorySegment response();

  /// How many bytes of the response came.
  int responseBytes();

  /// When the try that was answered left; when unanswered, the last one.
  long sentAt();

  /// When the response came.
  long receivedAt();

  /// How many times the request was sent.
  int tries();

  /// Frame of the last try.
  long requestFrame();

  /// Frame of the response.
  long responseFrame();

  /// When unanswered: a MAD that came meanwhile and that looks like this request's response but for
  /// its TransactionID, method or class; its bytes are in [#response] then.
  boolean nearMiss();
}
