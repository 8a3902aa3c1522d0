package org.ibassay.device.listen;

import java.util.function.Consumer;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.sma.ManagedNode;

/// A node at which clients can be, and its port that is theirs.
///
/// @param name as clients' `SIM_HOST` has it
/// @param port 0 of a switch
public record Host(String name, ManagedNode node, int port) {

  /// Makes somebody the node's software: who takes what the port receives for a manager or for QP1;
  /// of a switch, what any of its ports does.
  public void runs(Consumer<Packet> software) {
    int last = port == 0 ? node.ports() : port;
    for (int receiving = port; receiving <= last; receiving++) {
      node.managedBy(receiving, software);
      node.servedBy(receiving, software);
    }
  }
}
