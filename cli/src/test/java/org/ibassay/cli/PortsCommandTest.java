package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.umad.UmadPort;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Test;

class PortsCommandTest {
  private static final int ACTIVE = 4;
  private static final int DOWN = 1;
  private static final int LINK_UP = 5;
  private static final int DISABLED = 3;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void listsEachPortWithItsNeighborAndAUri() {
    assertThat(
            ports(() ->
                List.of(
                    port("mlx5_0", 1, 3, ACTIVE, LINK_UP, "InfiniBand"),
                    port("mlx5_0", 2, 0, DOWN, DISABLED, "InfiniBand"),
                    port("mlx5_1", 1, 9, ACTIVE, LINK_UP, "InfiniBand"),
                    port("mlx5_2", 1, 0, ACTIVE, LINK_UP, "Ethernet"))))
        .isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            mlx5_0/1  Active, LID 0x0003, 100 Gb/s, GUID 0x0000000000000011
                cabled to switch "ibassay simulated switch", GUID 0x02001ba500010000, 4X
                QDR, MTU 256, 1 hop, 36 ports, not cabled to the tester: port 2-36
                --dut 'umad:mlx5_0/1?path=0,1'
            mlx5_0/2  Down, no LID, GUID 0x0000000000000011
                link is down
            mlx5_1/1  Active, LID 0x0009, 100 Gb/s, GUID 0x0000000000000011
                DUT umad:mlx5_1/1?path=0,1 is unreachable: no response to SubnGet(NodeInfo);
                a device that is up may be locked by an M_Key: give it with --param
                M_KEY_DUT=KEY
            mlx5_2/1  Active, no LID, 100 Gb/s, GUID 0x0000000000000011
                link layer is Ethernet, which carries no MADs
            """);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void listsThemAsJson() {
    assertThat(ports(() -> List.of(port("mlx5_0", 2, 0, DOWN, DISABLED, "InfiniBand")), "--json"))
        .isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            [ {
              "port" : "mlx5_0/2",
              "state" : "Down",
              "lid" : 0,
              "smLid" : 0,
              "rateGbps" : 100,
              "portGuid" : "0x0000000000000011",
              "linkLayer" : "InfiniBand",
              "neighbor" : null,
              "trouble" : "link is down"
            } ]
            """);
  }

  @Test
  void saysWhenThereIsNone() {
    assertThat(ports(List::of)).isEqualTo(3);
    assertThat(err.toString()).startsWith("ibassay: no local InfiniBand port found");
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(
            ports(() -> {
              throw new LinkException("libibumad.so.3 is not installed");
            }))
        .isEqualTo(3);
    assertThat(err.toString()).isEqualTo("ibassay: libibumad.so.3 is not installed\n");
  }

  private static UmadPort port(
      String ca, int number, int lid, int state, int physicalState, String linkLayer) {
    return new UmadPort(ca, number, lid, 0, state, physicalState, 100, 0x11, linkLayer);
  }

  private int ports(Setup.LocalPorts ports, String... options) {
    Setup setup =
        new Setup(
            () -> new Suite(List.of(), Pages::newTest),
            () -> Drivers.installed().with(new Pretender()),
            ports,
            Journals.in(Path.of("none"), "ibassay"),
            Terminal.NONE,
            InstantSource.system(),
            new Interruption());
    String[] arguments = new String[options.length + 1];
    arguments[0] = "ports";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return Main.run(arguments, new PrintWriter(out), new PrintWriter(err), setup);
  }

  /// Opens a simulated switch as mlx5_0's neighbor, and a silent device as all others' neighbor.
  private static final class Pretender implements DutDriver {
    @Override
    public String scheme() {
      return "umad";
    }

    @Override
    public DutTarget parse(DutUri uri) {
      String other = uri.target().startsWith("mlx5_0") ? "sim:switch" : "silent:dut";
      try {
        return new RenamedTarget(uri, Drivers.installed().with(new SilentDriver()).parse(other));
      } catch (UsageException e) {
        throw new AssertionError(e);
      }
    }
  }

  private record RenamedTarget(DutUri uri, DutTarget target) implements DutTarget {
    @Override
    public Dut open(Tap tap, Timing timing) throws LinkException, InterruptedException {
      return new Renamed(uri, target.open(tap, timing));
    }
  }

  private record Renamed(DutUri uri, Dut dut) implements Dut {
    @Override
    public Clock clock() {
      return dut.clock();
    }

    @Override
    public List<MadPort> madPorts() {
      return dut.madPorts();
    }

    @Override
    public void close() {
      dut.close();
    }
  }
}
