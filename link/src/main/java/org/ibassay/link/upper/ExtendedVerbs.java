package org.ibassay.link.upper;

/// Functions of an upper tester that not every channel adapter has: memory windows, shared receive
/// queues, states of a QP, a second protection domain.
public interface ExtendedVerbs {

  /// Registers memory, zeroed, in a protection domain that no QP is in.
  MemoryRegion registerElsewhere(long bytes, AccessRights rights) throws UpperTesterException;

  /// Allocates a memory window, in the protection domain of all QPs.
  ///
  /// @param type 1 or 2
  MemoryWindow allocateWindow(int type) throws UpperTesterException;

  /// Posts a bind of a memory window; it completes as a request of the send queue.
  ///
  /// @param id comes back in the completion
  /// @return the window as it is when the bind succeeds
  MemoryWindow bind(RcQp qp, long id, MemoryWindow window, WindowBinding to)
      throws UpperTesterException;

  /// Posts a local invalidate; it completes as a request of the send queue.
  ///
  /// @param id comes back in the completion
  /// @param rkey of a bound window of type 2
  void invalidate(RcQp qp, long id, int rkey) throws UpperTesterException;

  /// Deallocates a memory window.
  void free(MemoryWindow window) throws UpperTesterException;

  /// Takes a QP from RTS to SQD, from SQD or SQE to RTS, or to ERR.
  void modify(Qp qp, QpAttributes.State state) throws UpperTesterException;

  /// Creates a shared receive queue.
  ///
  /// @param depth how many receives can be posted at a time
  SharedReceives openShared(int depth) throws UpperTesterException;

  /// Creates an RC QP that takes its receives from a shared queue, and takes it to RTS.
  RcQp open(RcSettings settings, SharedReceives receives) throws UpperTesterException;

  /// Posts a receive to a shared queue.
  ///
  /// @param id comes back in the completion of the QP that used it
  void postReceive(SharedReceives receives, long id, Buffer into) throws UpperTesterException;

  /// Asks for one event when fewer receives than that are posted.
  void setLimit(SharedReceives receives, int limit) throws UpperTesterException;

  /// How many events of [#setLimit] were raised since it was last asked; does not wait for any.
  int limitEvents(SharedReceives receives) throws UpperTesterException;

  /// Destroys a shared receive queue; the QPs that use it must be closed before.
  void close(SharedReceives receives) throws UpperTesterException;
}
