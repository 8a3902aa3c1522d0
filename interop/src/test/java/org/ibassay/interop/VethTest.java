package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Raw Ethernet frames through an interface of this machine, with a Linux kernel at the other end
/// of the cable: it answers ARP and neighbor discovery, requests the tester's address, and receives
/// datagrams.
@RequiresPeer({"ip", "nstat", "unshare", "nsenter", "setpriv", "bash", "tshark"})
class VethTest {
  @TempDir private Path directory;
  private Path capture;

  @BeforeEach
  void needsNetworksOfItsOwn() throws Exception {
    capture = directory.resolve("trace.pcapng");
    Processes.Outcome allowed =
        Processes.run(
            directory, Map.of(), List.of("unshare", "--net", "ip", "link", "add", "type", "veth"));
    assumeTrue(
        allowed.exit() == 0,
        "this machine lets nobody here make networks and virtual cables: " + allowed.err());
  }

  private Processes.Outcome probe(List<String> before, String... arguments) throws Exception {
    Path script = directory.resolve("veth.sh");
    try (InputStream in = Objects.requireNonNull(VethTest.class.getResourceAsStream("veth.sh"))) {
      Files.copy(in, script);
    }
    List<String> command = new ArrayList<>(List.of("unshare", "--net", "sh", script.toString()));
    command.addAll(before);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "--class-path",
            System.getProperty("java.class.path"),
            VethProbe.class.getName()));
    command.addAll(List.of(arguments));
    return Processes.run(directory, Map.of(), command);
  }

  private List<String> seen(String... arguments) throws Exception {
    Processes.Outcome outcome = probe(List.of(), arguments);
    assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
    return outcome.out().lines().toList();
  }

  /// Returns the protocols and the comment of each packet in the trace.
  private List<String> captured() throws Exception {
    return Tshark.run(
            "tshark",
            "-n",
            "-r",
            capture.toString(),
            "-T",
            "fields",
            "-e",
            "frame.protocols",
            "-e",
            "frame.comment")
        .lines()
        .toList();
  }

  @Test
  void overIpv4() throws Exception {
    assertThat(
            seen(
                "roce:192.0.2.2?from=192.0.2.1&via=eth:tester&mac=02:00:00:00:00:01",
                "192.0.2.1",
                capture.toString(),
                "UdpNoPorts"))
        .containsExactly(
            "found",
            "received ROCE_V2_IPV4",
            "sender ended with 0",
            "counted 1",
            "answered true",
            "lost 0");
    assertThat(captured())
        .startsWith(
            "eth:ethertype:arp\taddress resolution", "eth:ethertype:arp\taddress resolution")
        .contains("eth:ethertype:ip:udp:infiniband\tprobe");
  }

  /// A kernel requires a UDP checksum over IPv6, which RoCE may omit.
  @Test
  void overIpv6() throws Exception {
    assertThat(
            seen(
                "roce:2001:db8::2?from=2001:db8::1&via=eth:tester",
                "2001:db8::1",
                capture.toString(),
                "Udp6InCsumErrors"))
        .containsExactly(
            "found",
            "received ROCE_V2_IPV6",
            "sender ended with 0",
            "counted 1",
            "answered true",
            "lost 0");
    assertThat(captured())
        .startsWith(
            "eth:ethertype:ipv6:icmpv6\taddress resolution",
            "eth:ethertype:ipv6:icmpv6\taddress resolution");
  }

  @Test
  void withoutThePermissionItSaysWhatIsMissing() throws Exception {
    Processes.Outcome outcome =
        probe(
            List.of("setpriv", "--bounding-set=-net_raw", "--inh-caps=-net_raw"),
            "roce:192.0.2.2?from=192.0.2.1&via=eth:tester",
            "192.0.2.1",
            capture.toString());
    assertThat(outcome.err())
        .contains("raw Ethernet frames on tester need the capability CAP_NET_RAW; run as root, or");
  }
}
