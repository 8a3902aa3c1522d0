package org.ibassay.cli;

import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.testing.ScriptedDut;
import org.ibassay.link.testing.ScriptedLink;

/// Opens devices that never respond, `silent:dut`, and ports that are down, `silent:down`.
final class SilentDriver implements DutDriver {
  @Override
  public String scheme() {
    return "silent";
  }

  @Override
  public DutTarget parse(DutUri uri) {
    return new SilentTarget(uri);
  }

  private record SilentTarget(DutUri uri) implements DutTarget {
    @Override
    public Dut open(Tap tap, Timing timing) throws LinkException {
      if (uri.target().equals("down")) {
        throw new LinkException("port silent/1 is down; check its cable");
      }
      return new ScriptedDut(
          uri, new MadPort(ScriptedLink.silent(), new Route.Directed(List.of(1)), tap, timing));
    }
  }
}
