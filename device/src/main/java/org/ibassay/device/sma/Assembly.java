package org.ibassay.device.sma;

import static org.ibassay.device.variant.SimParameter.ENHANCED_PORT0;
import static org.ibassay.device.variant.SimParameter.LED;
import static org.ibassay.device.variant.SimParameter.LFT_BEYOND_CAP;
import static org.ibassay.device.variant.SimParameter.LFT_UNKNOWN_PORT;
import static org.ibassay.device.variant.SimParameter.LINEAR_CAP;
import static org.ibassay.device.variant.SimParameter.MCAST_CAP;
import static org.ibassay.device.variant.SimParameter.NOTICE;
import static org.ibassay.device.variant.SimParameter.PORTS;
import static org.ibassay.device.variant.SimParameter.RANDOM_CAP;
import static org.ibassay.device.variant.SimParameter.READ_ONLY_SET_CODE;
import static org.ibassay.device.variant.SimParameter.RESPONSE_MICROS;
import static org.ibassay.device.variant.SimParameter.SET_NODE_DESCRIPTION;
import static org.ibassay.device.variant.SimParameter.UNSUPPORTED_CODE;
import static org.ibassay.device.variant.SimParameter.UNUSED_MODIFIER;
import static org.ibassay.device.variant.SimParameter.VL_ARB_ANSWER;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.Attribute;

/// Assembles an agent with the attributes of its kind of node (14.2.5: the table of attributes by
/// kind of node); each part is passed through its seam.
final class Assembly {
  private final Node node;
  private final Variant variant;
  private final Seams seams;
  private final Guids guids;
  private final SwitchInfoHandler switchInfo;
  private final BlockTable linearTable;
  private final Ports ports;
  private final PKeyTableHandler partitions;
  private final Replies replies;
  private final NoticeLog notices;
  private final Traps traps;
  private final MemorySegment description;

  /// @param variant after the deviations of its seam
  Assembly(Node node, Variant variant, Guids guids, int masterSmLid, Seams seams) {
    this.node = node;
    this.variant = variant;
    this.seams = seams;
    this.guids = guids;
    this.description = PowerOn.description(variant.kind());
    this.switchInfo = new SwitchInfoHandler(PowerOn.switchInfo(variant), variant);
    this.linearTable = table(Attribute.LINEAR_FORWARDING_TABLE, variant.number(LINEAR_CAP));
    MKeyRules mKeyRules = seams.mKey.over(new ConformingMKey());
    this.ports =
        new Ports(variant.kind(), node.ports(), mKeyRules, number -> port(number, masterSmLid));
    this.partitions = new PKeyTableHandler(ports, variant, seams.tableChoice());
    this.notices = new NoticeLog(variant.is(NOTICE));
    TrapRules trapRules = seams.traps.over(TrapRules.CONFORMING);
    this.traps = new Traps(node, ports, variant, trapRules, notices);
    switchInfo.whenPortStateChanges(traps::linkStateChanged);
    this.replies = seams.replies.over(Replies.after(variant.number(RESPONSE_MICROS) * 1000L));
  }

  LinearForwarding forwarding() {
    return new LinearForwarding(switchInfo.info(), linearTable);
  }

  /// NodeDescription as stored by the node.
  MemorySegment description() {
    return description;
  }

  Ports ports() {
    return ports;
  }

  PKeyTableHandler partitions() {
    return partitions;
  }

  Replies replies() {
    return replies;
  }

  Traps traps() {
    return traps;
  }

  Map<Attribute, AttributeHandler> handlers() {
    Map<Attribute, AttributeHandler> handlers = new HashMap<>();
    handlers.put(
        Attribute.NODE_DESCRIPTION,
        readOnly(new NodeDescriptionHandler(description, variant.is(SET_NODE_DESCRIPTION))));
    handlers.put(
        Attribute.NODE_INFO,
        readOnly(new NodeInfoHandler(PowerOn.nodeInfo(variant, guids), guids)));
    handlers.put(Attribute.GUID_INFO, new GuidInfoHandler(ports, guids, seams.tableChoice()));
    handlers.put(Attribute.PORT_INFO, portInfo());
    handlers.put(Attribute.P_KEY_TABLE, partitions);
    handlers.put(Attribute.SL_TO_VL_MAPPING_TABLE, optional(new SlToVlHandler(ports)));
    handlers.put(
        Attribute.VL_ARBITRATION_TABLE,
        optional(new VlArbitrationHandler(ports, variant.is(VL_ARB_ANSWER))));
    handlers.put(Attribute.SM_INFO, optional(new AbsentSmInfo(ports)));
    handlers.put(Attribute.NOTICE, optional(notices));
    handlers.put(Attribute.VENDOR_DIAG, new VendorDiagHandler());
    handlers.put(
        Attribute.LED_INFO, optional(withoutModifier(new LedInfoHandler(variant.is(LED)))));
    if (variant.kind() == NodeKind.SWITCH) {
      addSwitchTables(handlers);
    }
    handlers.replaceAll(seams.handlerChoice()::of);
    return handlers;
  }

  private AttributeHandler optional(AttributeHandler handler) {
    return variant.number(UNSUPPORTED_CODE) == 0 ? handler : new AbsentCode(handler);
  }

  private AttributeHandler readOnly(AttributeHandler handler) {
    boolean hasOtherCode = variant.number(READ_ONLY_SET_CODE) == 1;
    return withoutModifier(hasOtherCode ? new AbsentCode(handler) : handler);
  }

  private AttributeHandler withoutModifier(AttributeHandler handler) {
    return variant.number(UNUSED_MODIFIER) == 0 ? handler : new UnusedModifier(handler);
  }

  private void addSwitchTables(Map<Attribute, AttributeHandler> handlers) {
    handlers.put(Attribute.SWITCH_INFO, switchInfo);
    handlers.put(
        Attribute.LINEAR_FORWARDING_TABLE,
        ForwardingTableHandler.linear(
            linearTable, variant.number(LFT_UNKNOWN_PORT) == 0 ? 255 : variant.number(PORTS)));
    handlers.put(
        Attribute.RANDOM_FORWARDING_TABLE,
        optional(
            ForwardingTableHandler.random(
                table(Attribute.RANDOM_FORWARDING_TABLE, 4 * variant.number(RANDOM_CAP)))));
    MulticastCells cells =
        seams.multicast.over(new MulticastTable(variant.number(MCAST_CAP), variant.number(PORTS)));
    handlers.put(Attribute.MULTICAST_FORWARDING_TABLE, new MulticastTableHandler(cells));
  }

  private BlockTable table(Attribute attribute, int bytes) {
    boolean filled =
        attribute.equals(Attribute.LINEAR_FORWARDING_TABLE) && variant.number(LFT_BEYOND_CAP) == 1;
    return new BlockTable(
        attribute,
        seams.tableChoice().of(attribute, TableBytes.sparse(bytes)),
        (byte) (filled ? 255 : 0));
  }

  private PortInfoHandler portInfo() {
    PortInfoChecks rules = seams.portInfo.over(new ConformingPortInfo(variant, switchInfo.info()));
    return new PortInfoHandler(
        ports, rules, seams.portInfoEffects.over(PortInfoEffects.NONE), variant);
  }

  private Port port(int number, int masterSmLid) {
    Port port =
        new Port(
            number,
            role(number),
            number == 0 ? null : node.jack(number),
            switchInfo::portStateChanged);
    PowerOn.portInfo(port, variant, masterSmLid);
    return port;
  }

  private PortRole role(int number) {
    if (variant.kind() != NodeKind.SWITCH) {
      return PortRole.END;
    }
    if (number > 0) {
      return PortRole.EXTERNAL;
    }
    return variant.is(ENHANCED_PORT0) ? PortRole.ENHANCED_PORT0 : PortRole.BASE_PORT0;
  }
}
