package org.ibassay.device.sma;

import static org.ibassay.device.variant.SimParameter.ENHANCED_PORT0;
import static org.ibassay.device.variant.SimParameter.LFT_BEYOND_CAP;
import static org.ibassay.device.variant.SimParameter.LFT_UNKNOWN_PORT;
import static org.ibassay.device.variant.SimParameter.LINEAR_CAP;
import static org.ibassay.device.variant.SimParameter.MCAST_CAP;
import static org.ibassay.device.variant.SimParameter.OTHER_PORT_SET;
import static org.ibassay.device.variant.SimParameter.PORTS;
import static org.ibassay.device.variant.SimParameter.RANDOM_CAP;
import static org.ibassay.device.variant.SimParameter.RESPONSE_MICROS;
import static org.ibassay.device.variant.SimParameter.SAME_STATE;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadStatus;

/// Puts an agent together: which attributes it has (14.2.5: the table of attributes by kind of
/// node), each part passed through its seam.
///
/// SMInfo is not among them, as no subnet manager runs here: code 3, which is what Linux' qib and
/// hfi1 answer without one. Neither is Notice, without IsNoticeSupported.
final class Assembly {
  private final Node node;
  private final Variant variant;
  private final Seams seams;
  private final Guids guids;
  private final SwitchInfoHandler switchInfo;
  private final BlockTable linearTable;
  private final Ports ports;
  private final Replies replies;

  /// @param variant with the seams' deviations
  Assembly(Node node, Variant variant, Guids guids, int masterSmLid, Seams seams) {
    this.node = node;
    this.variant = variant;
    this.seams = seams;
    this.guids = guids;
    this.switchInfo = new SwitchInfoHandler(PowerOn.switchInfo(variant), variant);
    this.linearTable = table(Attribute.LINEAR_FORWARDING_TABLE, variant.number(LINEAR_CAP));
    MKeyRules mKeyRules = seams.mKey.over(new ConformingMKey());
    this.ports =
        new Ports(variant.kind(), node.ports(), mKeyRules, number -> port(number, masterSmLid));
    this.replies = seams.replies.over(Replies.after(variant.number(RESPONSE_MICROS) * 1000L));
  }

  LinearForwarding forwarding() {
    return new LinearForwarding(switchInfo.info(), linearTable);
  }

  Ports ports() {
    return ports;
  }

  Replies replies() {
    return replies;
  }

  Map<Attribute, AttributeHandler> handlers() {
    Map<Attribute, AttributeHandler> handlers = new HashMap<>();
    MemorySegment description = PowerOn.description(variant.kind());
    handlers.put(
        Attribute.NODE_DESCRIPTION,
        t -> {
          t.answer(description);
          return MadStatus.OK;
        });
    handlers.put(Attribute.NODE_INFO, new NodeInfoHandler(PowerOn.nodeInfo(variant, guids), guids));
    handlers.put(Attribute.GUID_INFO, new GuidInfoHandler(ports, guids, seams.tableChoice()));
    handlers.put(Attribute.PORT_INFO, portInfo());
    handlers.put(
        Attribute.P_KEY_TABLE,
        new PKeyTableHandler(ports, PowerOn.PARTITION_CAP, PowerOn.ENFORCEMENT_CAP));
    handlers.put(Attribute.SL_TO_VL_MAPPING_TABLE, new SlToVlHandler(ports));
    handlers.put(Attribute.VL_ARBITRATION_TABLE, new VlArbitrationHandler(ports));
    handlers.put(Attribute.VENDOR_DIAG, new VendorDiagHandler());
    handlers.put(Attribute.LED_INFO, new LedInfoHandler());
    if (variant.kind() == NodeKind.SWITCH) {
      addSwitchTables(handlers);
    }
    handlers.replaceAll(seams.handlerChoice()::of);
    return handlers;
  }

  private void addSwitchTables(Map<Attribute, AttributeHandler> handlers) {
    handlers.put(Attribute.SWITCH_INFO, switchInfo);
    handlers.put(
        Attribute.LINEAR_FORWARDING_TABLE,
        ForwardingTableHandler.linear(
            linearTable, variant.number(LFT_UNKNOWN_PORT) == 0 ? 255 : variant.number(PORTS)));
    handlers.put(
        Attribute.RANDOM_FORWARDING_TABLE,
        ForwardingTableHandler.random(
            table(Attribute.RANDOM_FORWARDING_TABLE, 4 * variant.number(RANDOM_CAP))));
    MulticastCells cells =
        seams.multicast.over(new MulticastTable(variant.number(MCAST_CAP), variant.number(PORTS)));
    handlers.put(Attribute.MULTICAST_FORWARDING_TABLE, new MulticastTableHandler(cells));
  }

  private BlockTable table(Attribute attribute, int bytes) {
    boolean filled =
        attribute.equals(Attribute.LINEAR_FORWARDING_TABLE) && variant.number(LFT_BEYOND_CAP) == 1;
    return new BlockTable(
        attribute,
        seams.tableChoice().of(attribute, TableBytes.of(MemorySegment.ofArray(new byte[bytes]))),
        (byte) (filled ? 255 : 0));
  }

  private PortInfoHandler portInfo() {
    PortInfoChecks rules =
        seams.portInfo.over(new ConformingPortInfo(variant.number(SAME_STATE) == 0));
    return new PortInfoHandler(ports, rules, variant.number(OTHER_PORT_SET) == 1);
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
