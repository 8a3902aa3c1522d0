package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.ibassay.device.fabric.Cable;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.pma.PerformanceAgent;
import org.ibassay.device.pma.PmaSeams;
import org.ibassay.device.sma.Guids;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What ports count, and how counters are read and cleared.
class PortCountersTest {
  private static final int DATA = 64;
  private static final int WORDS = 72; // LRH to ICRC of a MAD, in units of 4 bytes

  private final Fabric fabric = new Fabric();
  private final ManagedNode host = node(NodeKind.CA, 1);
  private final ManagedNode relay = node(NodeKind.SWITCH, 2);

  private ManagedNode node(NodeKind kind, int index) {
    return ManagedNode.of(fabric, Variant.of(kind), Guids.of(kind, 1, index), 0, new Seams(1));
  }

  @BeforeEach
  void cable() {
    Cable.join(fabric, host.jack(1), relay.jack(3));
    host.managedBy(1, fabric::release);
  }

  /// Sends a request to the switch, and receives the response.
  private void exchange() {
    Packet packet = fabric.packet();
    MemorySegment mad = packet.mad().fill((byte) 0);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.DIRECTED_ROUTE);
    MadHeader.CLASS_VERSION.set(mad, 0, 1);
    MadHeader.METHOD.set(mad, 0, Method.GET);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, Attribute.NODE_INFO.id());
    Smp.DR_SLID.set(mad, 0, Smp.PERMISSIVE_LID);
    Smp.DR_DLID.set(mad, 0, Smp.PERMISSIVE_LID);
    Smp.HOP_COUNT.set(mad, 0, 1);
    Smp.INITIAL_PATH.set(mad, 0, 1, 1);
    packet.address(Smp.PERMISSIVE_LID, Smp.PERMISSIVE_LID, 0);
    host.send(packet, 1);
    fabric.runUntil(fabric.nanos() + 1_000_000);
  }

  private static MemorySegment ask(ManagedNode node, int method, int attribute, long[] setting) {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.MGMT_CLASS.set(mad, 0, PerformanceAgent.MGMT_CLASS);
    MadHeader.CLASS_VERSION.set(mad, 0, 1);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute);
    PortCounters.PORT_SELECT.set(mad, DATA, setting[0]);
    PortCounters.COUNTER_SELECT.set(mad, DATA, setting[1]);
    Variant variant = Variant.of(node.isSwitch() ? NodeKind.SWITCH : NodeKind.CA);
    new PerformanceAgent(node, variant, new PmaSeams()).answer(mad, 1);
    return mad;
  }

  private static MemorySegment get(ManagedNode node, int attribute, int port) {
    return ask(node, Method.GET, attribute, new long[] {port, 0});
  }

  @Test
  void bothEndsCountWhatPassed() {
    for (int i = 0; i < 5; i++) {
      exchange();
    }
    MemorySegment sent = get(host, PortCounters.ATTRIBUTE.id(), 1);
    MemorySegment received = get(relay, PortCounters.ATTRIBUTE.id(), 3);
    assertThat(PortCounters.PORT_XMIT_PKTS.get(sent, DATA)).isEqualTo(5);
    assertThat(PortCounters.PORT_RCV_PKTS.get(sent, DATA)).isEqualTo(5);
    assertThat(PortCounters.PORT_XMIT_DATA.get(sent, DATA)).isEqualTo(5 * WORDS);
    assertThat(PortCounters.PORT_RCV_PKTS.get(received, DATA)).isEqualTo(5);
    assertThat(PortCounters.PORT_XMIT_DATA.get(received, DATA)).isEqualTo(5 * WORDS);
    MemorySegment other = get(relay, PortCounters.ATTRIBUTE.id(), 4);
    assertThat(PortCounters.PORT_RCV_PKTS.get(other, DATA)).isZero();
    MemorySegment all = get(relay, PortCounters.ATTRIBUTE.id(), 255);
    assertThat(PortCounters.PORT_RCV_PKTS.get(all, DATA)).isEqualTo(5);
  }

  @Test
  void aSetClearsWhatItSelectsAndNoMore() {
    exchange();
    int packetsSent = 1 << 14;
    ask(host, Method.SET, PortCounters.ATTRIBUTE.id(), new long[] {1, packetsSent});
    MemorySegment plain = get(host, PortCounters.ATTRIBUTE.id(), 1);
    MemorySegment extended = get(host, PortCountersExtended.ATTRIBUTE.id(), 1);
    assertThat(PortCounters.PORT_XMIT_PKTS.get(plain, DATA)).isZero();
    assertThat(PortCounters.PORT_RCV_PKTS.get(plain, DATA)).isEqualTo(1);
    assertThat(PortCountersExtended.PORT_XMIT_PKTS.get(extended, DATA)).isEqualTo(1);
  }

  @Test
  void whatIsNotThereIsRefused() {
    assertThat(code(get(host, PortCounters.ATTRIBUTE.id(), 3))).isEqualTo(MadStatus.INVALID_FIELD);
    assertThat(code(get(host, PortCounters.ATTRIBUTE.id(), 0))).isEqualTo(MadStatus.INVALID_FIELD);
    assertThat(code(get(relay, PortCounters.ATTRIBUTE.id(), 0))).isZero();
    assertThat(code(get(host, 0x15, 1))).isEqualTo(MadStatus.BAD_METHOD_ATTRIBUTE);
    MemorySegment set = ask(host, Method.SET, PmClassPortInfo.ATTRIBUTE.id(), new long[] {1, 0});
    assertThat(code(set)).isEqualTo(MadStatus.BAD_METHOD_ATTRIBUTE);
  }

  private static long code(MemorySegment mad) {
    return MadStatus.CODE.get(mad, 0);
  }
}
