package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// OpenSM's records by the umad driver and our tables, compared with the output of `saquery`.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3", "opensm", "saquery"})
final class SaqueryTest {
  @TempDir private static Path directory;
  private static ManagedFabric fabric;

  @BeforeAll
  static void start() throws Exception {
    fabric = ManagedFabric.start(directory, "opensm-switches.net");
  }

  @AfterAll
  static void stop() {
    if (fabric != null) {
      fabric.close();
    }
  }

  /// Six nodes, including the switches' port 0.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void node(int lid) throws Exception {
    assertSame(
        probe("Get NodeRecord LID=" + lid),
        saquery("NR " + lid),
        "LID lid",
        "NodeInfo.BaseVersion base_version",
        "NodeInfo.ClassVersion class_version",
        "NodeInfo.NumPorts num_ports",
        "NodeInfo.SystemImageGUID sys_guid",
        "NodeInfo.NodeGUID node_guid",
        "NodeInfo.PortGUID port_guid",
        "NodeInfo.PartitionCap partition_cap",
        "NodeInfo.DeviceID device_id",
        "NodeInfo.Revision revision",
        "NodeInfo.LocalPortNum port_num",
        "NodeInfo.VendorID vendor_id");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void port(int lid) throws Exception {
    assertSame(
        probe("Get PortInfoRecord EndportLID=" + lid + " PortNum=1"),
        saquery("PIR " + lid + "/1"),
        "EndportLID EndPortLid",
        "PortNum PortNum",
        "PortInfo.GidPrefix GidPrefix",
        "PortInfo.LID Lid",
        "PortInfo.MasterSMLID SMLid",
        "PortInfo.CapabilityMask CapMask",
        "PortInfo.M_KeyLeasePeriod MkeyLeasePeriod",
        "PortInfo.LocalPortNum LocalPort",
        "PortInfo.LMC LMC",
        "PortInfo.MasterSMSL SMSL",
        "PortInfo.VLHighLimit VLHighLimit",
        "PortInfo.VLArbitrationHighCap VLArbHighCap",
        "PortInfo.VLStallCount VLStallCount",
        "PortInfo.GUIDCap GuidCap",
        "PortInfo.SubnetTimeOut SubnetTimeout",
        "PortInfo.RespTimeValue RespTimeVal",
        "PortInfo.CapabilityMask2 CapabilityMask2");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void path(int dlid) throws Exception {
    assertSame(
        probe("GetTable PathRecord SLID=2 DLID=" + dlid),
        saquery("PR --slid 2 --dlid " + dlid),
        "DGID dgid",
        "SGID sgid",
        "DLID dlid",
        "SLID slid",
        "TClass tclass",
        "P_Key pkey",
        "QoSClass qos_class",
        "SL sl",
        "MtuSelector+Mtu mtu",
        "RateSelector+Rate rate",
        "PacketLifeTimeSelector+PacketLifeTime pkt_life",
        "Preference preference");
  }

  @Test
  void links() throws Exception {
    assertSame(
        probe("GetTable LinkRecord"),
        saquery("LR"),
        "FromLID FromLID",
        "FromPort FromPort",
        "ToPort ToPort",
        "ToLID ToLID");
  }

  @Test
  void manager() throws Exception {
    assertSame(
        probe("GetTable SMInfoRecord"),
        saquery("SMIR"),
        "LID LID",
        "SMInfo.GUID GUID",
        "SMInfo.Priority Priority",
        "SMInfo.SMState SMState");
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 6})
  void switchInfo(int lid) throws Exception {
    assertSame(
        probe("Get SwitchInfoRecord LID=" + lid),
        saquery("SWIR " + lid),
        "LID LID",
        "SwitchInfo.LinearFDBCap LinearFDBCap",
        "SwitchInfo.RandomFDBCap RandomFDBCap",
        "SwitchInfo.MulticastFDBCap MulticastFDBCap",
        "SwitchInfo.LinearFDBTop LinearFDBTop",
        "SwitchInfo.DefaultPort DefaultPort",
        "SwitchInfo.PartitionEnforcementCap PartitionEnforcementCap",
        "SwitchInfo.MulticastFDBTop MulticastFDBTop");
  }

  @Test
  void guids() throws Exception {
    assertSame(
        probe("Get GuidInfoRecord LID=2 BlockNum=0"),
        saquery("GIR 2").subList(0, 1),
        "LID LID",
        "BlockNum Block",
        "GUIDInfo.GUID[0] GUID 0",
        "GUIDInfo.GUID[7] GUID 7");
  }

  @Test
  void multicastGroup() throws Exception {
    assertSame(
        probe("GetTable MCMemberRecord MLID=0xc000"),
        saquery("MCMR --mlid 0xc000"),
        "MGID MGID",
        "PortGID PortGid",
        "Q_Key qkey",
        "MLID mlid",
        "MtuSelector+Mtu mtu",
        "P_Key pkey",
        "RateSelector+Rate rate",
        "PacketLifeTimeSelector+PacketLifeTime pkt_life",
        "Scope Scope",
        "JoinState JoinState",
        "ProxyJoin ProxyJoin");
  }

  /// A service registered by a test is visible to others, and so is its deletion.
  @Test
  void service() throws Exception {
    assertThat(saquery("SR")).isEmpty();
    fabric.ibsim().probe("Tester", SaProbe.class, "register");
    assertThat(saquery("SR"))
        .singleElement(InstanceOfAssertFactories.map(String.class, String.class))
        .containsEntry("ServiceID", "0x0000000000001234")
        .containsEntry("ServiceGID", "fe80::10:1")
        .containsEntry("ServiceP_Key", "0xFFFF")
        .containsEntry("ServiceLease", "0x258")
        .containsEntry("ServiceName", "ibassay");
    fabric.ibsim().probe("Tester", SaProbe.class, "withdraw");
    assertThat(saquery("SR")).isEmpty();
  }

  // --- both sides

  /// @param names a field of ours, and after the first blank `saquery`'s name for it
  private static void assertSame(
      List<Map<String, BigInteger>> ours, List<Map<String, String>> theirs, String... names) {
    assertThat(theirs).isNotEmpty();
    List<List<String>> said = new ArrayList<>();
    for (Map<String, String> record : theirs) {
      said.add(
          Arrays.stream(names).map(n -> n + " " + value(of(record, n.split(" ", 2)[1]))).toList());
    }
    assertThat(ours)
        .extracting(
            r -> Arrays.stream(names).map(n -> n + " " + value(r, n.split(" ", 2)[0])).toList())
        .containsExactlyInAnyOrderElementsOf(said);
  }

  private static <T> T of(Map<String, T> record, String name) {
    return Objects.requireNonNull(record.get(name), () -> name + " in " + record);
  }

  /// Returns a field, or a selector of two bits and the following field of six bits.
  private static BigInteger value(Map<String, BigInteger> record, String name) {
    String[] parts = name.split("\\+", 2);
    BigInteger first = of(record, parts[0]);
    return parts.length == 1 ? first : first.shiftLeft(6).or(of(record, parts[1]));
  }

  private static BigInteger value(String text) {
    if (text.startsWith("0x")) {
      return new BigInteger(text.substring(2), 16);
    }
    try {
      return text.contains(":")
          ? new BigInteger(1, InetAddress.getByName(text).getAddress())
          : new BigInteger(text);
    } catch (UnknownHostException e) {
      throw new AssertionError(text, e);
    }
  }

  private static List<Map<String, BigInteger>> probe(String query) throws Exception {
    List<String> lines = fabric.ibsim().probe("Tester", SaProbe.class, query.split(" "));
    assertThat(lines.getFirst()).startsWith("ANSWERED, OK, ").contains(" 0 missing, ");
    List<Map<String, BigInteger>> records = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      if (line.isEmpty()) {
        records.add(new LinkedHashMap<>());
      } else {
        String[] parts = line.split(" ", 2);
        records.getLast().put(parts[0], new BigInteger(parts[1], 16));
      }
    }
    return records;
  }

  private static List<Map<String, String>> saquery(String arguments) throws Exception {
    Processes.Outcome outcome = fabric.ibsim().run("Tester", "saquery", arguments.split(" "));
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    List<List<String>> records = new ArrayList<>();
    for (String line : outcome.out().lines().toList()) {
      if (line.contains("Record dump:")) {
        records.add(new ArrayList<>());
      } else {
        records.getLast().add(line);
      }
    }
    return records.stream().map(PrintedFields::values).toList();
  }
}
