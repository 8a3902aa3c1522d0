package org.ibassay.suite;

/// What parts of a procedure have anew each time: QPs at both ends, and what was registered for
/// them.
interface TestedChannel {
  boolean isOpen();

  /// Opens it as it was set up.
  void open() throws TestException;

  /// Ends it as [#abandon] does, and verifies that the DUT sent nothing that is too much.
  void close() throws TestException;

  /// Ends it, and what was registered for it.
  void abandon() throws TestException;

  /// Whether the DUT sends again by itself, by timers that take longer than an answer.
  boolean isSendingAgain();
}
