package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.ibassay.device.SimDriver;
import org.ibassay.link.Clock;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.Carrier;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.suite.PacketChecks.AlwaysSteps;
import org.ibassay.wire.packet.LinkType;

/// A tester within R09_PsnGap, on a lossless connection with a DUT whose packets a unit test
/// chooses.
final class ScriptedConnection implements AutoCloseable {
  final Steps steps = new Steps();
  final TransportTester<RcConnection> tt =
      new TransportTester<>(steps, new AlwaysSteps("R1", "R2", "R3", "R4"), RcConnection::new);

  private final Frames frames;
  private final Dut sim;

  /// @param isSimulated whether the carrier claims to be simulated
  ScriptedConnection(boolean isSimulated) throws Exception {
    frames = new Frames(isSimulated);
    sim = new SimDriver().parse(DutUri.parse("sim:ca")).open(Tap.NONE, Timing.DEFAULT);
    PacketPort port =
        new PacketPort(frames, sim.packetPort().orElseThrow().path(), Tap.NONE, Timing.DEFAULT);
    Page page = Pages.all().stream().filter(p -> p.id().equals("R09_PsnGap")).findFirst().get();
    steps.attach(
        new TestContext(new Talker(sim, port), page, _ -> List.of(), 1, (_, _) -> {}), null);
    steps.step("2");
    tt.channel().open();
  }

  /// Adds a frame that the DUT has sent.
  void comes(byte[] frame) {
    frames.waiting.add(frame);
  }

  long failures(String step) {
    CheckLog.Tally tally = steps.log().steps().get(step);
    return tally == null ? 0 : tally.failures();
  }

  @Override
  public void close() {
    sim.close();
  }

  /// A DUT that sends what the test specifies.
  private record Talker(Dut sim, PacketPort port) implements Dut {
    @Override
    public DutUri uri() {
      return sim.uri();
    }

    @Override
    public Clock clock() {
      return port.clock();
    }

    @Override
    public List<MadPort> madPorts() {
      return List.of();
    }

    @Override
    public Optional<PacketPort> packetPort() {
      return Optional.of(port);
    }

    @Override
    public Optional<UpperTester> upperTester() {
      return sim.upperTester();
    }

    @Override
    public void close() {}
  }

  private static final class Frames implements Carrier {
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private final boolean isSimulated;
    private long nanos;

    Frames(boolean isSimulated) {
      this.isSimulated = isSimulated;
    }

    @Override
    public Clock clock() {
      return () -> nanos;
    }

    @Override
    public boolean isSimulated() {
      return isSimulated;
    }

    @Override
    public boolean isLossless() {
      return true;
    }

    @Override
    public LinkType link() {
      return LinkType.ETHERNET;
    }

    @Override
    public void send(MemorySegment packet, int bytes) {
      // to nobody
    }

    @Override
    public int receive(MemorySegment into, long deadline) {
      byte[] frame = waiting.poll();
      if (frame == null) {
        nanos = Math.max(nanos, deadline);
        return 0;
      }
      into.copyFrom(MemorySegment.ofArray(frame));
      return frame.length;
    }

    @Override
    public void close() {}
  }
}
