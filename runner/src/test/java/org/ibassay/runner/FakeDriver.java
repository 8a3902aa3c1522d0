package org.ibassay.runner;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.mad.MadPort;
import org.jspecify.annotations.Nullable;

/// Opens DUTs without any port: `fake:ca`. `fake:broken` cannot be opened.
final class FakeDriver implements DutDriver {
  final List<String> closed = new ArrayList<>();

  /// The DUT to open instead of one without a port.
  @Nullable Dut opened;

  @Override
  public String scheme() {
    return "fake";
  }

  @Override
  public DutTarget parse(DutUri uri) throws DutUriException {
    uri.allowOnly();
    return new FakeTarget(uri, (_, _) -> open(uri));
  }

  private Dut open(DutUri uri) throws LinkException {
    if (uri.target().equals("broken")) {
      throw new LinkException("port broken/1: no such port");
    }
    return opened == null ? new FakeDut(uri) : opened;
  }

  private final class FakeDut implements Dut {
    private final DutUri uri;

    FakeDut(DutUri uri) {
      this.uri = uri;
    }

    @Override
    public DutUri uri() {
      return uri;
    }

    @Override
    public Clock clock() {
      return () -> 0;
    }

    @Override
    public List<MadPort> madPorts() {
      return List.of();
    }

    @Override
    public void close() {
      closed.add(uri.text());
    }
  }
}
