package org.ibassay.cli;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.Clock;
import org.ibassay.link.Dut;
import org.ibassay.link.DutDriver;
import org.ibassay.link.DutTarget;
import org.ibassay.link.DutUri;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadLink;
import org.ibassay.link.MadPort;
import org.ibassay.link.Route;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;

/// Opens devices that never answer, `silent:dut`, and ports that are down, `silent:down`.
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
      return new SilentDut(
          uri, new MadPort(new Silence(), new Route.Directed(List.of(1)), tap, timing));
    }
  }

  private record SilentDut(DutUri uri, MadPort port) implements Dut {
    @Override
    public Clock clock() {
      return port.clock();
    }

    @Override
    public List<MadPort> madPorts() {
      return List.of(port);
    }

    @Override
    public void close() {
      port.close();
    }
  }

  private static final class Silence implements MadLink {
    private long nanos;

    @Override
    public Clock clock() {
      return () -> nanos;
    }

    @Override
    public boolean isSimulated() {
      return true;
    }

    @Override
    public void send(MemorySegment mad, int dlid, int destQp) {}

    @Override
    public Arrival receive(MemorySegment into, long deadline) {
      nanos = Math.max(nanos, deadline);
      return Arrival.NOTHING;
    }

    @Override
    public int receivedBytes() {
      return 0;
    }

    @Override
    public void close() {}
  }
}
