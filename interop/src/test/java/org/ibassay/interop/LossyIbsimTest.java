package org.ibassay.interop;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// ibsim over a [BadLink].
final class BadLinkIbsimTest {
  @TempDir Path directory;

  @Test
  @RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3"})
  void nothingElseFails() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-hca.net")) {
      String[] run = BadLink.run("umad:ibsim0/1?path=0,1", directory, "C13_*", "C14_017_*");
      BadLink.compare("ibsim-hca", directory, fabric.ibassay("Tester", run));
    }
  }
}
