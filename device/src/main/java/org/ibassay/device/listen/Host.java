package org.ibassay.device.listen;

import java.util.function.Consumer;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.sma.ManagedNode;

/// A node on which clients can run, and its port that they use.
///
/// @param name as in a client's `SIM_HOST`
/// @param port 0 for a switch
public record Host(String name, ManagedNode node, int port) {

  /// Sets the node's software: it receives the MADs for a manager or for QP1 that the port
  /// receives; on a switch, those of all its ports.
  public void runs(Consumer<Packet> software) {
    int last = port == 0 ? node.ports() : port;
    for (int receiving = port; receiving <= last; receiving++) {
      node.managedBy(receiving, software);
      node.servedBy(receiving, software);
    }
  }
}
