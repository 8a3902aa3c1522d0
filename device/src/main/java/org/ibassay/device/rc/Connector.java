package org.ibassay.device.rc;

import org.ibassay.link.upper.ConnectSettings;
import org.ibassay.link.upper.ConnectionStatus;
import org.jspecify.annotations.Nullable;

/// Asks peers for connections, for whoever drives the adapter from above.
public interface Connector {
  /// Asks for a connection.
  ///
  /// @return the number of the QP that it is going to have
  int connect(ConnectSettings settings);

  /// Returns the status of a QP's connection; null where it has none.
  @Nullable ConnectionStatus status(int qpn);

  /// Ends a connection that is established.
  void disconnect(int qpn);

  /// Nobody wants it any more: it ends, in whatever state it is.
  void giveUp(int qpn);
}
