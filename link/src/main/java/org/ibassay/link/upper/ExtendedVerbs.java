package org.ibassay.link.upper;

/// Functions of an upper tester that not every channel adapter supports: memory windows, shared
/// receive queues, states of a QP, a second protection domain.
public interface ExtendedVerbs {

  /// Registers memory, zeroed, in a protection domain without QPs.
  MemoryRegion registerElsewhere(long bytes, AccessRights rights) throws UpperTesterException;

  /// Allocates a memory window in the protection domain of all QPs.
  ///
  /// @param type 1 or 2
  MemoryWindow allocateWindow(int type) throws UpperTesterException;

  /// Posts a bind of a memory window to the send queue.
  ///
  /// @param id returned in the completion
  /// @return the window as it will be if the bind succeeds
  MemoryWindow bind(RcQp qp, long id, MemoryWindow window, WindowBinding to)
      throws UpperTesterException;

  /// Posts a local invalidate to the send queue.
  ///
  /// @param id returned in the completion
  /// @param rkey of a bound window of type 2
  void invalidate(RcQp qp, long id, int rkey) throws UpperTesterException;

  /// Deallocates a memory window.
  void free(MemoryWindow window) throws UpperTesterException;

  /// Transitions a QP from RTS to SQD, from SQD or SQE to RTS, or to ERR.
  void modify(Qp qp, QpAttributes.State state) throws UpperTesterException;

  /// Creates a shared receive queue.
  ///
  /// @param depth depth of the queue
  SharedReceives openShared(int depth) throws UpperTesterException;

  /// Creates an RC QP that uses a shared receive queue, and transitions it to RTS.
  RcQp open(RcSettings settings, SharedReceives receives) throws UpperTesterException;

  /// Posts a receive to a shared receive queue.
  ///
  /// @param id returned in the completion, by the QP that used the receive
  void postReceive(SharedReceives receives, long id, Buffer into) throws UpperTesterException;

  /// Requests one event for when fewer receives than the limit are posted.
  void setLimit(SharedReceives receives, int limit) throws UpperTesterException;

  /// Returns the number of events of [#setLimit] since the last call, without waiting.
  int limitEvents(SharedReceives receives) throws UpperTesterException;

  /// Destroys a shared receive queue; the QPs that use it must be closed before.
  void close(SharedReceives receives) throws UpperTesterException;
}
