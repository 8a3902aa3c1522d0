package org.ibassay.link.roce;

import org.ibassay.link.LinkException;
import org.ibassay.link.upper.GivenConnection.Ends;

/// A reliable connection between the tester and a stock program on the DUT's host, established by
/// RDMA CM (chapter 12, annex A11).
interface HostConnection {
  /// Establishes the connection. After [#disconnect] it can be established again.
  ///
  /// @throws LinkException when the host's program does not do its part; the message says what to
  ///   start there
  Ends establish() throws LinkException, InterruptedException;

  /// Path MTU of the connection that was established last, in bytes.
  int pathMtu();

  /// Disconnects, if a connection is established.
  void disconnect() throws LinkException, InterruptedException;
}
