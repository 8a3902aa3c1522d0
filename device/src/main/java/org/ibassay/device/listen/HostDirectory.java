package org.ibassay.device.listen;

import java.util.Optional;

/// Finds the node on which a client wants to run.
@FunctionalInterface
public interface HostDirectory {
  /// @param name as requested by the client; empty for any
  /// @return always the same object for the same node; empty if clients cannot run there
  Optional<Host> find(String name);
}
