package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;

import java.util.Map;
import org.ibassay.device.SmpClient.Mad;
import org.ibassay.device.fabric.Cable;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.SimMadLink;
import org.ibassay.device.sma.Guids;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.mad.MadLink.Arrival;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;

/// Trap 256, which reports a wrong M_Key to the tester as subnet manager.
class BadKeyTrapTest {
  private static final int TESTER_LID = 0x0100;
  private static final int DUT_LID = 0x0007;
  private static final long KEY = 0xC0FF_EE00_0000_0001L;
  private static final long OTHER = 0x0BAD_0000_0000_0002L;
  private static final long SOON = 100_000;
  private static final long LINK_STATE_REPORTED = 20_000_000_000L;
  private static final Layout DETAILS = NoticeDetails.of(256).orElseThrow();

  private final Fabric fabric = new Fabric();
  private final ManagedNode tester = node(NodeKind.CA, 0, TESTER_LID, false);
  private final SimMadLink link = new SimMadLink(tester);

  private ManagedNode node(NodeKind kind, int index, int lid, boolean traps) {
    Map<SimParameter, Long> given =
        Map.of(
            SimParameter.PORTS,
            1L,
            SimParameter.LID,
            (long) lid,
            SimParameter.TRAPS,
            traps ? 1L : 0L);
    return ManagedNode.of(
        fabric, Variant.of(kind, given), Guids.of(kind, 1, index), TESTER_LID, new Seams(1));
  }

  /// Returns the protected port of a device that is cabled to the tester.
  private Port guarded(NodeKind kind, boolean traps) {
    tester.managedBy(1, link.inbox());
    ManagedNode dut = node(kind, 1, DUT_LID, traps);
    Cable.join(fabric, tester.jack(1), dut.jack(1));
    Port port = dut.port(kind == NodeKind.SWITCH ? 0 : 1);
    port.put(PortInfo.M_KEY, KEY);
    port.put(PortInfo.M_KEY_PROTECT_BITS, 2);
    port.put(PortInfo.PORT_STATE, PortState.ACTIVE);
    return port;
  }

  private Arrival ask(Mad request, int dlid, Mad into) {
    link.send(request.bytes, dlid, 0);
    return link.receive(into.bytes, fabric.nanos() + SOON);
  }

  private Arrival askByRoute(long key, Mad into) {
    Mad request =
        SmpClient.get(NODE_INFO, 3)
            .key(key)
            .header(Smp.HOP_COUNT, 1)
            .header(Smp.DR_SLID, Smp.PERMISSIVE_LID)
            .header(Smp.DR_DLID, Smp.PERMISSIVE_LID);
    Smp.INITIAL_PATH.set(request.bytes, 0, 1, 1);
    return ask(request, Smp.PERMISSIVE_LID, into);
  }

  private static Mad empty() {
    return new Mad(0, 0, 0);
  }

  private static long detail(Mad trap, String name) {
    return trap.value(DETAILS.field(name).orElseThrow());
  }

  @Test
  void showsWhatWasRejectedForWhomByWhichRoute() {
    guarded(NodeKind.CA, true);
    Mad trap = empty();

    assertThat(askByRoute(OTHER, trap)).isEqualTo(Arrival.MAD);

    assertThat(trap.header(MadHeader.METHOD)).isEqualTo(Method.TRAP);
    assertThat(trap.header(MadHeader.MGMT_CLASS)).isEqualTo(Smp.LID_ROUTED);
    assertThat(trap.header(MadHeader.ATTRIBUTE_ID)).isEqualTo(Attribute.NOTICE.id());
    assertThat(trap.header(MadHeader.TRANSACTION_ID)).isEqualTo(1);
    assertThat(trap.header(Smp.M_KEY)).isZero();
    assertThat(trap.value(Notice.IS_GENERIC)).isEqualTo(1);
    assertThat(trap.value(Notice.TYPE)).isEqualTo(2);
    assertThat(trap.value(Notice.PRODUCER_TYPE_VENDOR_ID)).isEqualTo(1);
    assertThat(trap.value(Notice.TRAP_NUMBER_DEVICE_ID)).isEqualTo(256);
    assertThat(trap.value(Notice.ISSUER_LID)).isEqualTo(DUT_LID);
    assertThat(detail(trap, "LIDADDR")).isEqualTo(TESTER_LID);
    assertThat(detail(trap, "DRSLID")).isEqualTo(Smp.PERMISSIVE_LID);
    assertThat(detail(trap, "METHOD")).isEqualTo(Method.GET);
    assertThat(detail(trap, "ATTRIBUTEID")).isEqualTo(NODE_INFO.id());
    assertThat(detail(trap, "ATTRIBUTEMODIFIER")).isEqualTo(3);
    assertThat(detail(trap, "MKEY")).isEqualTo(OTHER);
    assertThat(detail(trap, "DRNotice")).isEqualTo(1);
    assertThat(detail(trap, "DRPathTruncated")).isZero();
    assertThat(detail(trap, "DRHopCount")).isEqualTo(1);
    assertThat(detail(trap, "DRNoticeReturnPath")).isEqualTo(1);
  }

  @Test
  void comesFromASwitchToo() {
    guarded(NodeKind.SWITCH, true);
    fabric.runUntil(LINK_STATE_REPORTED); // to a LID that is not in its table
    Mad trap = empty();

    assertThat(askByRoute(OTHER, trap)).isEqualTo(Arrival.MAD);

    assertThat(trap.value(Notice.PRODUCER_TYPE_VENDOR_ID)).isEqualTo(2);
    assertThat(trap.value(Notice.ISSUER_LID)).isEqualTo(DUT_LID);
  }

  @Test
  void knowsNoRouteOfLidRoutedMads() {
    guarded(NodeKind.CA, true);
    Mad trap = empty();
    Mad request = SmpClient.set(NODE_INFO, 0).header(MadHeader.MGMT_CLASS, Smp.LID_ROUTED);

    assertThat(ask(request, DUT_LID, trap)).isEqualTo(Arrival.MAD);

    assertThat(detail(trap, "METHOD")).isEqualTo(Method.SET);
    assertThat(detail(trap, "DRNotice")).isZero();
    assertThat(detail(trap, "DRSLID")).isZero();
  }

  @Test
  void isRepeatedAtTheRateOfSubnetTimeOut() {
    Port port = guarded(NodeKind.CA, true);
    port.put(PortInfo.SUBNET_TIME_OUT, 10);
    long interval = 4096L << 10;
    Mad trap = empty();
    assertThat(askByRoute(OTHER, trap)).isEqualTo(Arrival.MAD);
    long first = fabric.nanos();

    assertThat(askByRoute(OTHER, trap)).isEqualTo(Arrival.NOTHING);
    assertThat(port.value(PortInfo.M_KEY_VIOLATIONS)).isEqualTo(2);
    assertThat(link.receive(trap.bytes, first + interval - 1)).isEqualTo(Arrival.NOTHING);

    assertThat(link.receive(trap.bytes, first + interval)).isEqualTo(Arrival.MAD);
    assertThat(trap.header(MadHeader.TRANSACTION_ID)).isEqualTo(1);
  }

  @Test
  void isNotRepeatedOnceItIsRepressed() {
    Port port = guarded(NodeKind.CA, true);
    port.put(PortInfo.SUBNET_TIME_OUT, 10);
    long interval = 4096L << 10;
    Mad trap = empty();
    assertThat(askByRoute(OTHER, trap)).isEqualTo(Arrival.MAD);

    trap.header(MadHeader.METHOD, Method.TRAP_REPRESS).key(KEY);
    link.send(trap.bytes, DUT_LID, 0);

    assertThat(link.receive(empty().bytes, fabric.nanos() + 3 * interval))
        .isEqualTo(Arrival.NOTHING);
    assertThat(askByRoute(OTHER, trap)).isEqualTo(Arrival.MAD);
    assertThat(trap.header(MadHeader.TRANSACTION_ID)).isEqualTo(2);
  }

  @Test
  void comesOnlyWherePortInfoSaysSo() {
    Port port = guarded(NodeKind.CA, false);
    assertThat(askByRoute(OTHER, empty())).isEqualTo(Arrival.NOTHING);

    port.put(PortInfo.IS_TRAP_SUPPORTED, 1);
    port.put(PortInfo.MASTER_SM_LID, 0);
    assertThat(askByRoute(OTHER, empty())).isEqualTo(Arrival.NOTHING);

    port.put(PortInfo.MASTER_SM_LID, TESTER_LID);
    port.put(PortInfo.PORT_STATE, PortState.ARMED);
    assertThat(askByRoute(OTHER, empty())).isEqualTo(Arrival.NOTHING);

    port.put(PortInfo.PORT_STATE, PortState.ACTIVE);
    assertThat(askByRoute(OTHER, empty())).isEqualTo(Arrival.MAD);
  }

  @Test
  void doesNotComeForTheRightKey() {
    guarded(NodeKind.CA, true);
    Mad answer = empty();

    assertThat(askByRoute(KEY, answer)).isEqualTo(Arrival.MAD);

    assertThat(answer.header(MadHeader.METHOD)).isEqualTo(Method.GET_RESP);
    assertThat(link.receive(answer.bytes, fabric.nanos() + SOON)).isEqualTo(Arrival.NOTHING);
  }
}
