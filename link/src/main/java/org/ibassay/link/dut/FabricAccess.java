package org.ibassay.link.dut;

import org.ibassay.link.mad.Route;

/// A fabric reached from one tester port; each of its nodes can be a device under test.
public interface FabricAccess {
  /// Returns the node at the end of a route from the tester's port. In a simulation all nodes
  /// belong to one fabric, whose state persists between them.
  DutTarget at(Route.Directed route);

  /// Whether time is simulated: then there are no other users, and waiting takes no real time.
  boolean isSimulated();
}
