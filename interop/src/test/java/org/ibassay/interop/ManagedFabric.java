package org.ibassay.interop;

import java.io.IOException;
import java.nio.file.Path;

/// An [IbsimFabric] configured by an [OpenSm], both started and ended together.
record ManagedFabric(IbsimFabric ibsim, OpenSm opensm) implements AutoCloseable {
  /// The node on which OpenSM runs.
  static final String MANAGER = "Dut";

  /// @param directory temporary directory
  /// @param net resource with the fabric's nodes and cables, one of them [#MANAGER]
  static ManagedFabric start(Path directory, String net) throws IOException, InterruptedException {
    IbsimFabric ibsim = IbsimFabric.start(directory, net);
    try {
      return new ManagedFabric(ibsim, OpenSm.start(ibsim, directory, MANAGER));
    } catch (IOException | InterruptedException e) {
      ibsim.close();
      throw e;
    }
  }

  @Override
  public void close() {
    opensm.close();
    ibsim.close();
  }
}
