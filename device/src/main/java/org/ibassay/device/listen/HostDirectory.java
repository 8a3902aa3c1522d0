package org.ibassay.device.listen;

import java.util.Optional;

/// Finds the node at which a client wants to be.
@FunctionalInterface
public interface HostDirectory {
  /// @param name as the client gives it; empty when it does not mind
  /// @return always the same for the same node; empty where clients cannot be there
  Optional<Host> find(String name);
}
