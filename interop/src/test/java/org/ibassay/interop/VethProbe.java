package org.ibassay.interop;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.Clock;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.link.roce.RoceDriver;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;

/// The other process of [VethTest]: opens the driver on the interface `tester`, and prints its
/// results. The peer is a plain kernel, controlled by the command in the environment variable PEER.
final class VethProbe {
  private static final long PATIENCE = 20_000_000_000L;

  private VethProbe() {}

  /// @param arguments the DUT's URI, the tester's address as the peer writes it when it sends to
  ///   it, the capture, and the name of the peer's counter for packets received
  public static void main(String[] arguments) throws Exception {
    DutUri uri = DutUri.parse(arguments[0]);
    try (PcapNgWriter capture = new PcapNgWriter(Path.of(arguments[2]));
        Dut dut = new RoceDriver().parse(uri).open(capture, Timing.DEFAULT)) {
      PacketPort port = dut.packetPort().orElseThrow();
      System.out.println("found");
      port.setLabel(Label.of("probe"));
      // It has learned the tester's address from the tester's request.
      inPeer("ip", "neighbour", "flush", "all").waitFor();
      Process sender =
          inPeer("bash", "-c", "echo -n 0123456789ab > /dev/udp/" + arguments[1] + "/4791");
      ReceivedPacket received = await(port);
      System.out.println("received " + received.packet().framing().orElseThrow());
      System.out.println("sender ended with " + sender.waitFor());
      long before = counter(arguments[3]);
      send(port);
      System.out.println("counted " + awaitMore(arguments[3], before));
      System.out.println("answered " + (port.counters().answered() > 0));
      System.out.println("lost " + port.lost());
    }
  }

  private static ReceivedPacket await(PacketPort port) throws Exception {
    Clock clock = port.clock();
    return Objects.requireNonNull(port.receive(clock.nanos() + PATIENCE), "nothing came");
  }

  /// Sends a SEND to no QP: for the peer's kernel it is an ordinary datagram.
  private static void send(PacketPort port) throws Exception {
    MemorySegment out = MemorySegment.ofArray(new byte[2000]);
    int bytes =
        new PacketWriter(out)
            .begin(port.path().envelope(), OpCode.RC_SEND_ONLY, 0)
            .payload(1024)
            .end();
    port.send(out, bytes);
  }

  /// Waits until the counter has increased, and returns the difference.
  private static long awaitMore(String name, long before) throws Exception {
    long deadline = System.nanoTime() + PATIENCE;
    long now = counter(name);
    while (now == before && System.nanoTime() < deadline) {
      now = counter(name);
    }
    return now - before;
  }

  private static long counter(String name) throws IOException, InterruptedException {
    Process nstat = inPeer("nstat", "--ignore", "--zeros", "--noupdate", name);
    String text = new String(nstat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    nstat.waitFor();
    return text.lines()
        .map(line -> line.trim().split(" +", -1))
        .filter(words -> words[0].equals(name))
        .mapToLong(words -> Long.parseLong(words[1]))
        .sum();
  }

  private static Process inPeer(String... command) throws IOException {
    List<String> all = new ArrayList<>(List.of(System.getenv("PEER").split(" ", -1)));
    all.addAll(List.of(command));
    return new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
