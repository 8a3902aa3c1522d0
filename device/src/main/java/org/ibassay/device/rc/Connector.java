package org.ibassay.device.rc;

import org.ibassay.link.upper.ConnectSettings;
import org.ibassay.link.upper.ConnectionStatus;
import org.jspecify.annotations.Nullable;

/// Requests connections from peers, for the adapter's upper tester.
public interface Connector {
  /// Requests a connection.
  ///
  /// @return the number of its future QP
  int connect(ConnectSettings settings);

  /// Returns the status of a QP's connection; null if it has none.
  @Nullable ConnectionStatus status(int qpn);

  /// Disconnects an established connection.
  void disconnect(int qpn);

  /// Abandons a connection, whatever its state.
  void giveUp(int qpn);
}
