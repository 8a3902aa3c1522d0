package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.ibassay.cli.Main;
import org.ibassay.interop.RandomPackets.Packet;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.ibassay.link.Label;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;

/// Captures for testing the decoder.
final class DecodeCorpus {
  private static final int ROUNDS = 4;
  private static final int SAMPLES = 10;

  private final Path directory;
  private final Random random;

  DecodeCorpus(Path directory, Random random) {
    this.directory = directory;
    this.random = random;
  }

  /// Captures of runs, also on third-party devices, and of random packets.
  List<Path> captures() throws Exception {
    List<Path> all = new ArrayList<>(List.of(run(), ibsim(), softRoce(), ethernet(), records()));
    all.addAll(infiniband(197));
    return all;
  }

  /// A third-party switch.
  private Path ibsim() throws Exception {
    Path out = directory.resolve("ibsim");
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-switch.net")) {
      List<String> run = List.of("run", "--quiet", "C13_*", "C14_017_*", "C14_024_0*");
      fabric.ibassay("Tester", with(run, "umad:ibsim0/1?path=0,1", out).toArray(String[]::new));
    }
    return out.resolve("trace.pcapng");
  }

  /// A third-party RoCEv2 adapter.
  private Path softRoce() throws Exception {
    Path out = directory.resolve("soft-roce");
    List<String> run = List.of("run", "--quiet", "C09_*", "R09_M*");
    try (SoftRoceGuest guest = SoftRoceGuest.start(Kernel.CURRENT)) {
      String[] arguments = with(run, guest.uri().text(), out).toArray(String[]::new);
      Processes.run(directory, Map.of(), CommandLine.of(arguments));
    }
    return out.resolve("trace.pcapng");
  }

  private static List<String> with(List<String> run, String dut, Path out) {
    return Stream.concat(run.stream(), Stream.of("--dut", dut, "--out", out.toString())).toList();
  }

  /// Simulated devices are found only on the module path.
  private Path run() throws Exception {
    Path out = directory.resolve("run");
    List<String> arguments = new ArrayList<>(List.of("run", "--quiet", "--out", out.toString()));
    // Excluded: tests that send many packets of the same kind; and tests of frames and of
    // communication management, which tshark displays differently: it continues in truncated
    // packets, and shows GIDs of IP CM as addresses.
    arguments.addAll(List.of("C09_*", "R09_*", "U09_*", "W09_*", "C13_*", "C14_01*", "R14_*"));
    arguments.addAll(List.of("C14_024_02", "C14_024_03", "C14_024_04*", "C14_024_05"));
    arguments.addAll(List.of("C14_024_06_CA_02", "C14_024_06_SW_07", "C14_024_08_01"));
    arguments.addAll(List.of("C14_024_09_CA", "C15_*"));
    for (String dut : List.of("sim:ca", "sim:switch", "sim:sm")) {
      arguments.addAll(List.of("--dut", dut));
    }
    Path messages = directory.resolve("run.txt");
    Process run =
        new ProcessBuilder(CommandLine.of(arguments.toArray(String[]::new)))
            .redirectErrorStream(true)
            .redirectOutput(messages.toFile())
            .start();
    assertThat(run.waitFor()).as(messages.toString()).isZero();
    return out.resolve("trace.pcapng");
  }

  private Path ethernet() throws IOException {
    RandomTransport transport = new RandomTransport(random);
    List<Packet> packets = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      packets.addAll(transport.packets(LinkType.ETHERNET));
      packets.add(transport.arp());
      packets.add(transport.advertisement());
    }
    Path file = directory.resolve("ethernet.pcap");
    RandomTransport.write(file, packets);
    return file;
  }

  /// Native packets, with an ERF header (197) or without (247).
  List<Path> infiniband(int linkType) throws IOException {
    RandomTransport transport = new RandomTransport(random);
    List<Path> files = new ArrayList<>();
    for (List<Packet> packets :
        List.of(transport.packets(LinkType.INFINIBAND), RandomPackets.of(random))) {
      Path file = directory.resolve("native-%d-%d.pcap".formatted(linkType, files.size()));
      if (linkType == 197) {
        RandomPackets.write(file, packets);
      } else {
        RandomTransport.write(file, packets, linkType);
      }
      files.add(file);
    }
    return files;
  }

  /// Records of subnet administration, one in each MAD.
  private Path records() throws IOException {
    Path file = directory.resolve("records.pcapng");
    try (PcapNgWriter writer = new PcapNgWriter(file)) {
      for (SaAttribute attribute : SaAttributes.all()) {
        for (int i = 0; i < SAMPLES; i++) {
          SaSample sample = SaSample.random(attribute, random);
          RmppHeader.FLAGS.set(sample.mad(), 0, 0);
          writer.mad(Direction.RECEIVED, sample.mad(), 256, 1, 1, 0, Label.NONE);
        }
      }
    }
    return file;
  }

  /// Returns the output of `ibassay decode --json` for a capture.
  static Path decoded(Path capture, Path json) throws IOException {
    StringWriter messages = new StringWriter();
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(json, StandardCharsets.UTF_8))) {
      String[] arguments = {"decode", "--json", capture.toString()};
      int exit = Main.run(arguments, out, new PrintWriter(messages));
      assertThat(exit).as(Arrays.toString(arguments) + messages).isZero();
    }
    return json;
  }
}
