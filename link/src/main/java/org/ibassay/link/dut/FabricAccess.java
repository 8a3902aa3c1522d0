package org.ibassay.link.dut;

import org.ibassay.link.mad.Route;

/// A whole fabric, reached from one tester port: each node of it can be a device under test.
public interface FabricAccess {
  /// The node at the end of a route from the tester's port. In a simulation all are of one fabric,
  /// which keeps its state from one to the next.
  DutTarget at(Route.Directed route);

  /// Whether time is simulated: then nobody else is in the fabric, and waiting costs nothing.
  boolean isSimulated();
}
