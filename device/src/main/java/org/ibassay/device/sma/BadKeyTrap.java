package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// Trap 256 (14.2.5.1): tells the subnet manager at MasterSMLID of a request that was refused for
/// its M_Key, where IsTrapSupported is set.
///
/// Not sooner after the last one than SubnetTimeOut says (13.4.9), and not again until it is
/// repressed: whoever missed it reads M_KeyViolations.
final class BadKeyTrap {
  private static final int NUMBER = 256;
  private static final int SECURITY = 2;
  private static final double SUBNET_TIME_OUT_UNIT = 4096; // in nanoseconds
  private static final Layout DETAILS = NoticeDetails.of(NUMBER).orElseThrow();
  private static final Field RETURN_PATH = detail("DRNoticeReturnPath");

  private final Node node;
  private final Ports ports;
  private final int producer;
  private long quietUntil;
  private int sent;

  BadKeyTrap(Node node, Ports ports, NodeKind kind) {
    this.node = node;
    this.ports = ports;
    this.producer = kind.nodeType();
  }

  /// Tells of a request.
  ///
  /// @param refused stays the caller's
  /// @param port where it was received
  void tell(Packet refused, int port) {
    Port guard = ports.addressed(port);
    long manager = guard.value(PortInfo.MASTER_SM_LID);
    long now = node.fabric().nanos();
    if (guard.value(PortInfo.IS_TRAP_SUPPORTED) == 0 || manager == 0 || now < quietUntil) {
      return;
    }
    quietUntil =
        now + (long) Math.scalb(SUBNET_TIME_OUT_UNIT, (int) guard.value(PortInfo.SUBNET_TIME_OUT));
    Packet trap = node.fabric().packet();
    header(trap.mad().fill((byte) 0));
    int lid = node.lid(port);
    notice(trap.mad().asSlice(Smp.DATA, Smp.DATA_BYTES), lid, refused);
    trap.address(lid, (int) manager, 0);
    node.send(trap, port);
  }

  /// The M_Key of a trap is 0.
  private void header(MemorySegment mad) {
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.LID_ROUTED);
    MadHeader.CLASS_VERSION.set(mad, 0, Smp.CLASS_VERSION);
    MadHeader.METHOD.set(mad, 0, Method.TRAP);
    MadHeader.TRANSACTION_ID.set(mad, 0, ++sent);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, Attribute.NOTICE.id());
  }

  /// LIDADDR is who had the wrong key, as the trap's name in the specification has it; Linux' qib
  /// and hfi1 give their own.
  private void notice(MemorySegment notice, int ownLid, Packet refused) {
    MemorySegment request = refused.mad();
    Notice.IS_GENERIC.set(notice, 0, 1);
    Notice.TYPE.set(notice, 0, SECURITY);
    Notice.PRODUCER_TYPE_VENDOR_ID.set(notice, 0, producer);
    Notice.TRAP_NUMBER_DEVICE_ID.set(notice, 0, NUMBER);
    Notice.ISSUER_LID.set(notice, 0, ownLid);
    detail("LIDADDR").set(notice, 0, refused.slid());
    detail("METHOD").set(notice, 0, MadHeader.METHOD.get(request, 0));
    detail("ATTRIBUTEID").set(notice, 0, MadHeader.ATTRIBUTE_ID.get(request, 0));
    detail("ATTRIBUTEMODIFIER").set(notice, 0, MadHeader.ATTRIBUTE_MODIFIER.get(request, 0));
    detail("MKEY").set(notice, 0, Smp.M_KEY.get(request, 0));
    if (MadHeader.MGMT_CLASS.get(request, 0) == Smp.DIRECTED_ROUTE) {
      route(notice, request);
    }
  }

  /// The way back, hop by hop: as much of it as there is room for.
  private static void route(MemorySegment notice, MemorySegment request) {
    int hops = (int) Smp.HOP_COUNT.get(request, 0);
    int told = Math.min(hops, RETURN_PATH.count());
    detail("DRSLID").set(notice, 0, Smp.DR_SLID.get(request, 0));
    detail("DRNotice").set(notice, 0, 1);
    detail("DRPathTruncated").set(notice, 0, told < hops ? 1 : 0);
    detail("DRHopCount").set(notice, 0, told);
    for (int i = 0; i < told; i++) {
      RETURN_PATH.set(notice, 0, i, Smp.RETURN_PATH.get(request, 0, i + 1));
    }
  }

  private static Field detail(String name) {
    return DETAILS.field(name).orElseThrow();
  }
}
