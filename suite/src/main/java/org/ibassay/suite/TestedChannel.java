package org.ibassay.suite;

/// The resources that each part of a procedure creates anew: QPs at both ends, and memory
/// registered for them.
interface TestedChannel {
  boolean isOpen();

  /// Opens the channel with the parameters set.
  void open() throws TestException;

  /// Ends the channel as [#abandon] does, and verifies that the DUT sent no surplus packets.
  void close() throws TestException;

  /// Ends the channel and deregisters its memory.
  void abandon() throws TestException;

  /// Returns whether the DUT retransmits on timers that take longer than an answer.
  boolean isSendingAgain();
}
