package org.ibassay.link.roce;

import org.ibassay.link.LinkException;
import org.ibassay.link.upper.GivenConnection.Ends;

/// A reliable connection between the tester and a stock program on the DUT's host, established by
/// RDMA CM (chapter 12, annex A11).
interface HostConnection {
  /// Establishes the connection. It can be established again after [#disconnect].
  ///
  /// @throws LinkException if the host's program does not respond as expected; the message says
  ///   what to start there
  Ends establish() throws LinkException, InterruptedException;

  /// Path MTU of the latest connection, in bytes.
  int pathMtu();

  /// Disconnects, if a connection is established.
  void disconnect() throws LinkException, InterruptedException;
}
