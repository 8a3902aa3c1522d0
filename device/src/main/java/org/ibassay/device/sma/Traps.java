package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// The traps that a node sends to its subnet manager (14.2.5.1): link state change of a switch's
/// port (128), a changed component that the manager did not set (144), a wrong M_Key (256), a wrong
/// P_Key at a switch's port (259).
final class Traps {
  private static final int LINK_STATE = 128;
  private static final int LOCAL_CHANGES = 144;
  private static final int BAD_M_KEY = 256;
  private static final int BAD_P_KEY = 259;

  private static final int URGENT = 1;
  private static final int SECURITY = 2;
  private static final int INFORMATIONAL = 4;

  private static final Field RETURN_PATH = detail(BAD_M_KEY, "DRNoticeReturnPath");

  private final Node node;
  private final Ports ports;
  private final int producer;
  private final boolean reportsSets;
  private final TrapRules rules;
  private final NoticeLog log;
  private final List<TrapQueue> queues = new ArrayList<>();
  private final long[] widths;
  private final long[] speeds;

  /// @param log contains the events for Get(Notice)
  Traps(Node node, Ports ports, Variant variant, TrapRules rules, NoticeLog log) {
    this.node = node;
    this.ports = ports;
    this.producer = variant.kind().nodeType();
    this.reportsSets = variant.is(SimParameter.TRAP_OF_SET);
    this.rules = rules;
    this.log = log;
    int agents = ports.areSwitch() ? 1 : ports.count();
    for (int i = 0; i < agents; i++) {
      queues.add(new TrapQueue(node, ports.addressed(i + 1), rules, variant));
    }
    widths = new long[ports.all().size()];
    speeds = new long[ports.all().size()];
    for (int i = 0; i < widths.length; i++) {
      lookAt(i);
    }
  }

  /// Handles a TrapRepress with the correct M_Key.
  void repress(Transaction t) {
    if (t.attributeId() == Attribute.NOTICE.id()) {
      queue(t.port()).repress(t.request());
    }
  }

  /// Whether a request failed the M_Key check, or counts as such.
  boolean isBadKey(Transaction t) {
    return t.isRefused() || rules.takesForBadKey(t);
  }

  /// Whether a TrapRepress is answered.
  boolean areAnswered() {
    return rules.answersRepress();
  }

  /// Called when the link state of a port has changed without a Set. Only a switch sends a trap for
  /// it.
  void linkStateChanged() {
    if (!ports.areSwitch()) {
      return;
    }
    MemorySegment notice = notice(LINK_STATE, URGENT, node.lid(0));
    detail(LINK_STATE, "LIDADDR").set(notice, 0, node.lid(0));
    raise(LINK_STATE, notice, 0);
  }

  /// Called when a request was answered. Devices may differ in whether they send traps for changes
  /// by a Set.
  void answered(Transaction t) {
    if (rules.takesForChange(t)) {
      linkStateChanged();
    }
    if (!reportsSets || t.method() != Method.SET || t.port() == 0) {
      return;
    }
    if (MadStatus.CODE.get(t.response(), 0) != MadStatus.OK) {
      return;
    }
    if (t.attributeId() == Attribute.NODE_DESCRIPTION.id()) {
      changed(t.port(), "NodeDescriptionChange");
    } else if (t.attributeId() == Attribute.PORT_INFO.id()) {
      for (int i = 0; i < widths.length; i++) {
        long width = widths[i];
        long speed = speeds[i];
        lookAt(i);
        if (width != widths[i]) {
          changed(t.port(), "LinkWidthEnabledChange");
        }
        if (speed != speeds[i]) {
          changed(t.port(), "LinkSpeedEnabledChange");
        }
      }
    }
  }

  private void lookAt(int index) {
    Port port = ports.all().get(index);
    widths[index] = port.value(PortInfo.LINK_WIDTH_ENABLED);
    speeds[index] = port.value(PortInfo.LINK_SPEED_ENABLED);
  }

  private void changed(int port, String flag) {
    Port own = ports.addressed(port);
    MemorySegment notice = notice(LOCAL_CHANGES, INFORMATIONAL, node.lid(port));
    detail(LOCAL_CHANGES, "LIDADDR").set(notice, 0, node.lid(port));
    detail(LOCAL_CHANGES, "OtherLocalChanges").set(notice, 0, 1);
    long mask = own.value(PortInfo.CAPABILITY_MASK);
    detail(LOCAL_CHANGES, "CAPABILITYMASK").set(notice, 0, mask);
    detail(LOCAL_CHANGES, flag).set(notice, 0, 1);
    long mask2 = own.value(PortInfo.CAPABILITY_MASK2);
    detail(LOCAL_CHANGES, "CAPABILITYMASK2").set(notice, 0, mask2);
    raise(LOCAL_CHANGES, notice, port);
  }

  /// Called when a request has failed the M_Key check. LIDADDR is the requester's LID, according to
  /// the name of the trap in the specification; Linux's qib and hfi1 report their own.
  ///
  /// @param refused released by the caller
  /// @param port where it was received
  void badKey(Packet refused, int port) {
    MemorySegment request = refused.mad();
    MemorySegment notice = notice(BAD_M_KEY, SECURITY, node.lid(port));
    keyDetail("LIDADDR").set(notice, 0, refused.slid());
    keyDetail("METHOD").set(notice, 0, MadHeader.METHOD.get(request, 0));
    keyDetail("ATTRIBUTEID").set(notice, 0, MadHeader.ATTRIBUTE_ID.get(request, 0));
    keyDetail("ATTRIBUTEMODIFIER").set(notice, 0, MadHeader.ATTRIBUTE_MODIFIER.get(request, 0));
    keyDetail("MKEY").set(notice, 0, Smp.M_KEY.get(request, 0));
    if (MadHeader.MGMT_CLASS.get(request, 0) == Smp.DIRECTED_ROUTE) {
      route(notice, request);
    }
    raise(BAD_M_KEY, notice, port);
  }

  /// Called when an external port of a switch has dropped a packet of another partition. DataValid
  /// stays 0: no public source says which bit stands for what.
  ///
  /// @param dropped released by the caller
  void badPKey(Packet dropped, int port) {
    if (!rules.reportsPKeys(ports.addressed(port))) {
      return;
    }
    MemorySegment notice = notice(BAD_P_KEY, SECURITY, node.lid(0));
    detail(BAD_P_KEY, "LIDADDR1").set(notice, 0, dropped.slid());
    detail(BAD_P_KEY, "LIDADDR2").set(notice, 0, dropped.dlid());
    detail(BAD_P_KEY, "PKEY").set(notice, 0, Enforcement.P_KEY);
    detail(BAD_P_KEY, "QP1").set(notice, 0, Gmp.QP);
    detail(BAD_P_KEY, "QP2").set(notice, 0, Gmp.QP);
    detail(BAD_P_KEY, "SWLIDADDR").set(notice, 0, node.lid(0));
    detail(BAD_P_KEY, "PORTNO").set(notice, 0, port);
    raise(BAD_P_KEY, notice, 0);
  }

  /// Copies the return path as far as it fits.
  private static void route(MemorySegment notice, MemorySegment request) {
    int hops = (int) Smp.HOP_COUNT.get(request, 0);
    int reported = Math.min(hops, RETURN_PATH.count());
    keyDetail("DRSLID").set(notice, 0, Smp.DR_SLID.get(request, 0));
    keyDetail("DRNotice").set(notice, 0, 1);
    keyDetail("DRPathTruncated").set(notice, 0, reported < hops ? 1 : 0);
    keyDetail("DRHopCount").set(notice, 0, reported);
    for (int i = 0; i < reported; i++) {
      RETURN_PATH.set(notice, 0, i, Smp.RETURN_PATH.get(request, 0, i + 1));
    }
  }

  private void raise(int trap, MemorySegment notice, int port) {
    log.add(notice);
    if (rules.reports(trap)) {
      queue(port).add(notice, port);
    }
  }

  private TrapQueue queue(int port) {
    return queues.get(ports.areSwitch() ? 0 : port - 1);
  }

  /// NoticeToggle and NoticeCount are 0 in a trap (13.4.8.2).
  private MemorySegment notice(int trap, int type, int lid) {
    MemorySegment notice = MemorySegment.ofArray(new byte[Notice.LAYOUT.bytes()]);
    Notice.IS_GENERIC.set(notice, 0, 1);
    Notice.TYPE.set(notice, 0, type);
    Notice.PRODUCER_TYPE_VENDOR_ID.set(notice, 0, producer);
    Notice.TRAP_NUMBER_DEVICE_ID.set(notice, 0, trap);
    Notice.ISSUER_LID.set(notice, 0, lid);
    return notice;
  }

  private static Field keyDetail(String name) {
    return detail(BAD_M_KEY, name);
  }

  private static Field detail(int trap, String name) {
    Layout details = NoticeDetails.of(trap).orElseThrow();
    return details.field(name).orElseThrow();
  }
}
