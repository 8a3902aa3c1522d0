package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ibassay.device.SmpClient.Mad;
import org.ibassay.device.fabric.Cable;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.fabric.SimMadLink;
import org.ibassay.device.sma.Guids;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.mad.MadLink.Arrival;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Directed routes and LIDs through a chain: tester, `switches` switches (in by port 1, out by port
/// 2), channel adapter.
class RoutingTest {
  private static final int TESTER_LID = 0x0100;
  private static final int CA_LID = 0x0007;
  private static final long PATIENCE = 1_000_000_000L;

  private final Fabric fabric = new Fabric();
  private final ManagedNode tester = node(NodeKind.CA, 0, TESTER_LID);
  private final SimMadLink link = new SimMadLink(tester);
  private final List<ManagedNode> nodes = new ArrayList<>();

  private ManagedNode node(NodeKind kind, int index, int lid) {
    Map<SimParameter, Long> given =
        Map.of(SimParameter.PORTS, kind == NodeKind.SWITCH ? 3L : 1L, SimParameter.LID, (long) lid);
    Variant variant = Variant.of(kind, given);
    return ManagedNode.of(fabric, variant, Guids.of(kind, 1, index), TESTER_LID, new Seams(1));
  }

  private void chain(int switches) {
    tester.managedBy(1, link.inbox());
    ManagedNode last = tester;
    for (int i = 1; i <= switches; i++) {
      ManagedNode next = node(NodeKind.SWITCH, i, 0x20 + i);
      Cable.join(fabric, last.jack(last == tester ? 1 : 2), next.jack(1));
      nodes.add(next);
      last = next;
    }
    ManagedNode ca = node(NodeKind.CA, switches + 1, CA_LID);
    Cable.join(fabric, last.jack(last == tester ? 1 : 2), ca.jack(1));
    nodes.add(ca);
  }

  /// @param hops number of hops; egress port 1 from the tester and port 2 from switches
  private static Mad directed(int hops) {
    Mad mad =
        SmpClient.get(NODE_INFO, 0)
            .header(Smp.HOP_COUNT, hops)
            .header(Smp.DR_SLID, Smp.PERMISSIVE_LID)
            .header(Smp.DR_DLID, Smp.PERMISSIVE_LID);
    for (int hop = 1; hop <= hops; hop++) {
      Smp.INITIAL_PATH.set(mad.bytes, 0, hop, hop == 1 ? 1 : 2);
    }
    return mad;
  }

  private Arrival ask(Mad request, int dlid, Mad into) {
    link.send(request.bytes, dlid, 0);
    return link.receive(into.bytes, fabric.nanos() + PATIENCE);
  }

  @ParameterizedTest
  @CsvSource({"0,1", "1,1", "1,2", "5,3", "5,6", "61,62", "62,63"})
  void aDirectedRouteReachesEachNode(int switches, int hops) {
    chain(switches);
    Mad answer = new Mad(0, 0, 0);
    assertThat(ask(directed(hops), Smp.PERMISSIVE_LID, answer)).isEqualTo(Arrival.MAD);
    assertThat(answer.code()).isEqualTo(OK);
    assertThat(answer.value(NodeInfo.NODE_GUID)).isEqualTo(Guids.of(NodeKind.CA, 1, hops).node());
    assertThat(answer.header(Smp.HOP_POINTER)).isZero();
    assertThat(answer.header(Smp.DIRECTION)).isEqualTo(1);
    for (int hop = 1; hop <= hops; hop++) {
      assertThat(Smp.RETURN_PATH.get(answer.bytes, 0, hop)).isEqualTo(1);
    }
    assertThat(fabric.nanos()).isEqualTo(2L * hops * Fabric.HOP_NANOS + 2000);
  }

  @Test
  void aRouteOfNoHopsIsTheTesterItself() {
    chain(0);
    Mad answer = new Mad(0, 0, 0);
    assertThat(ask(directed(0), Smp.PERMISSIVE_LID, answer)).isEqualTo(Arrival.MAD);
    assertThat(answer.value(NodeInfo.NODE_GUID)).isEqualTo(Guids.of(NodeKind.CA, 1, 0).node());
    assertThat(answer.value(NodeInfo.LOCAL_PORT_NUM)).isEqualTo(1);
  }

  @Test
  void aRouteThatLeadsNowhereIsLost() {
    chain(2);
    expectLost(directed(4)); // through the channel adapter
    Mad noSuchPort = directed(3);
    Smp.INITIAL_PATH.set(noSuchPort.bytes, 0, 3, 9);
    expectLost(noSuchPort);
    Mad port0 = directed(3);
    Smp.INITIAL_PATH.set(port0.bytes, 0, 3, 0);
    expectLost(port0);
    Mad uncabled = directed(3);
    Smp.INITIAL_PATH.set(uncabled.bytes, 0, 3, 3);
    expectLost(uncabled);
    Mad wrongStart = directed(1);
    Smp.INITIAL_PATH.set(wrongStart.bytes, 0, 1, 2);
    expectLost(wrongStart);
  }

  @Test
  void hopsBeyondWhatIsAllowedAreLost() {
    chain(1);
    expectLost(directed(2).header(Smp.HOP_COUNT, 64));
    expectLost(directed(2).header(Smp.HOP_POINTER, 4));
    expectLost(directed(2).header(Smp.HOP_POINTER, 1));
    expectLost(directed(2).header(Smp.DR_DLID, 5));
  }

  private void expectLost(Mad request) {
    assertThat(ask(request, Smp.PERMISSIVE_LID, new Mad(0, 0, 0))).isEqualTo(Arrival.NOTHING);
  }

  private static Mad byLid() {
    return SmpClient.get(NODE_INFO, 0).header(MadHeader.MGMT_CLASS, Smp.LID_ROUTED);
  }

  @ParameterizedTest
  @CsvSource({"7,1", "65535,1", "256,0"})
  void aLidReachesItsPort(int lid, int node) {
    chain(0);
    Mad answer = new Mad(0, 0, 0);
    assertThat(ask(byLid(), lid, answer)).isEqualTo(Arrival.MAD);
    assertThat(answer.value(NodeInfo.NODE_GUID)).isEqualTo(Guids.of(NodeKind.CA, 1, node).node());
    assertThat(answer.header(Smp.DIRECTION)).isZero();
  }

  @Test
  void aStrangersLidReachesNobody() {
    chain(0);
    assertThat(ask(byLid(), 8, new Mad(0, 0, 0))).isEqualTo(Arrival.NOTHING);
    assertThat(ask(byLid(), 0, new Mad(0, 0, 0))).isEqualTo(Arrival.NOTHING);
  }

  @Test
  void aPortHasAllTheLidsOfItsMask() {
    chain(0);
    nodes.getFirst().port(1).put(PortInfo.LMC, 2);
    assertThat(ask(byLid(), 4, new Mad(0, 0, 0))).isEqualTo(Arrival.MAD);
    assertThat(ask(byLid(), 3, new Mad(0, 0, 0))).isEqualTo(Arrival.NOTHING);
  }

  /// @param number number of the switch in the chain, from 1
  private void forward(int number, int lid, int port) {
    Mad entry =
        directed(number)
            .header(MadHeader.METHOD, Method.SET)
            .header(MadHeader.ATTRIBUTE_ID, Attribute.LINEAR_FORWARDING_TABLE.id())
            .header(MadHeader.ATTRIBUTE_MODIFIER, lid / Smp.DATA_BYTES)
            .with(LinearForwardingTable.PORT, lid % Smp.DATA_BYTES, port);
    Mad top =
        directed(number)
            .header(MadHeader.METHOD, Method.SET)
            .header(MadHeader.ATTRIBUTE_ID, Attribute.SWITCH_INFO.id())
            .with(SwitchInfo.LINEAR_FDB_TOP, TESTER_LID);
    for (Mad request : List.of(entry, top)) {
      Mad answer = new Mad(0, 0, 0);
      assertThat(ask(request, Smp.PERMISSIVE_LID, answer)).isEqualTo(Arrival.MAD);
      assertThat(answer.code()).isEqualTo(OK);
    }
  }

  @Test
  void switchesRelayByTheirTables() {
    chain(2);
    for (int number = 1; number <= 2; number++) {
      forward(number, CA_LID, 2);
      forward(number, TESTER_LID, 1);
    }
    long start = fabric.nanos();
    Mad answer = new Mad(0, 0, 0);

    assertThat(ask(byLid(), CA_LID, answer)).isEqualTo(Arrival.MAD);

    assertThat(answer.value(NodeInfo.NODE_GUID)).isEqualTo(Guids.of(NodeKind.CA, 1, 3).node());
    assertThat(fabric.nanos() - start).isEqualTo(2 * 3 * Fabric.HOP_NANOS + 2000);
  }

  @Test
  void whatTheTableDoesNotLeadToItsPortIsLost() {
    chain(1);
    forward(1, TESTER_LID, 1);
    for (int port : new int[] {0, 3, 4, 255}) { // itself, without a cable, without a port
      forward(1, CA_LID, port);
      assertThat(ask(byLid(), CA_LID, new Mad(0, 0, 0))).isEqualTo(Arrival.NOTHING);
    }
    forward(1, CA_LID, 2);
    assertThat(ask(byLid(), CA_LID, new Mad(0, 0, 0))).isEqualTo(Arrival.MAD);
    assertThat(ask(byLid(), 0xC001, new Mad(0, 0, 0))).isEqualTo(Arrival.NOTHING);
  }

  @Test
  void aSwitchAnswersByItsTable() {
    chain(1);
    assertThat(ask(byLid(), 0x21, new Mad(0, 0, 0))).isEqualTo(Arrival.MAD); // not yet known to it
    forward(1, TESTER_LID, 1);
    assertThat(ask(byLid(), 0x21, new Mad(0, 0, 0))).isEqualTo(Arrival.MAD);
    forward(1, TESTER_LID, 2);
    assertThat(ask(byLid(), 0x21, new Mad(0, 0, 0))).isEqualTo(Arrival.NOTHING);
  }

  @Test
  void aChannelAdapterRelaysNothing() {
    chain(0);
    nodes.getFirst().port(1).put(PortInfo.LID, 9);
    assertThat(ask(byLid(), CA_LID, new Mad(0, 0, 0))).isEqualTo(Arrival.NOTHING);
  }

  @ParameterizedTest
  @CsvSource({"2,4,NOTHING", "3,4,MAD", "4,2,NOTHING", "4,3,NOTHING", "4,4,MAD"})
  void dataPassesWhereTheLinksAreActive(int ingress, int egress, Arrival expected) {
    chain(1);
    forward(1, CA_LID, 2);
    ManagedNode relay = nodes.getFirst();
    relay.port(1).put(PortInfo.PORT_STATE, ingress);
    relay.port(2).put(PortInfo.PORT_STATE, egress);
    tester.port(1).put(PortInfo.PORT_STATE, PortState.ACTIVE);
    ManagedNode ca = nodes.getLast();
    ca.port(1).put(PortInfo.PORT_STATE, PortState.ACTIVE);
    List<Packet> received = new ArrayList<>();
    ca.servedBy(1, received::add);

    link.send(byLid().header(MadHeader.MGMT_CLASS, 0x07).bytes, CA_LID, 1);
    fabric.runUntil(fabric.nanos() + PATIENCE);

    assertThat(received).hasSize(expected == Arrival.MAD ? 1 : 0);
  }

  @Test
  void otherClassesAndQueuePairsReachNobody() {
    chain(0);
    Mad performance = byLid().header(MadHeader.MGMT_CLASS, 0x04);
    assertThat(ask(performance, CA_LID, new Mad(0, 0, 0))).isEqualTo(Arrival.NOTHING);
    link.send(byLid().bytes, CA_LID, 1);
    assertThat(link.receive(new Mad(0, 0, 0).bytes, fabric.nanos() + PATIENCE))
        .isEqualTo(Arrival.NOTHING);
  }

  @Test
  void waitingMakesTimePassAndPollingDoesNot() {
    chain(0);
    Mad into = new Mad(0, 0, 0);
    assertThat(link.receive(into.bytes, 500)).isEqualTo(Arrival.NOTHING);
    assertThat(fabric.nanos()).isEqualTo(500);
    link.send(directed(1).bytes, Smp.PERMISSIVE_LID, 0);
    assertThat(link.receive(into.bytes, 0)).isEqualTo(Arrival.NOTHING);
    assertThat(fabric.nanos()).isEqualTo(500);
    assertThat(link.receive(into.bytes, 500 + 3999)).isEqualTo(Arrival.NOTHING);
    assertThat(link.receive(into.bytes, 500 + 4000)).isEqualTo(Arrival.MAD);
    assertThat(link.receivedBytes()).isEqualTo(Smp.BYTES_OF_MAD);
    assertThat(link.receive(into.bytes, Long.MAX_VALUE)).isEqualTo(Arrival.NOTHING);
    assertThat(fabric.nanos()).isEqualTo(4500);
  }
}
