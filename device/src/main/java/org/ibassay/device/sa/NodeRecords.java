package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.SubnetLink;
import org.ibassay.device.sm.SubnetSwitch;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.sa.LinkRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SwitchInfoRecord;

/// The records of the subnet's nodes and links: NodeRecord (15.2.5.2), SwitchInfoRecord (15.2.5.5)
/// and LinkRecord (15.2.5.13).
final class NodeRecords {
  private NodeRecords() {}

  static RecordService nodes() {
    return new PlainRecords(
        NodeRecord.ATTRIBUTE,
        List.of(NodeRecord.LID),
        call -> call.subnet().ports().stream().map(NodeRecords::node).toList());
  }

  static RecordService links() {
    return new PlainRecords(
        LinkRecord.ATTRIBUTE,
        List.of(LinkRecord.FROM_LID, LinkRecord.TO_LID),
        call -> call.subnet().links().stream().map(NodeRecords::link).toList());
  }

  static RecordService switches() {
    return new PlainRecords(
        SwitchInfoRecord.ATTRIBUTE,
        List.of(SwitchInfoRecord.LID),
        call -> call.subnet().switches().stream().map(NodeRecords::switchInfo).toList());
  }

  private static MemorySegment switchInfo(SubnetSwitch of) {
    MemorySegment record = empty(SwitchInfoRecord.ATTRIBUTE);
    SwitchInfoRecord.LID.set(record, 0, of.port0().lid());
    record
        .asSlice(SwitchInfoRecord.SWITCH_INFO.byteOffset(), SwitchInfo.LAYOUT.bytes())
        .copyFrom(of.info().asSlice(0, SwitchInfo.LAYOUT.bytes()));
    return record;
  }

  private static MemorySegment node(EndPort port) {
    MemorySegment record = empty(NodeRecord.ATTRIBUTE);
    NodeRecord.LID.set(record, 0, port.lid());
    record
        .asSlice(NodeRecord.NODE_INFO.byteOffset(), NodeInfo.LAYOUT.bytes())
        .copyFrom(port.nodeInfo().asSlice(0, NodeInfo.LAYOUT.bytes()));
    record
        .asSlice(NodeRecord.NODE_DESCRIPTION.byteOffset(), NodeDescription.LAYOUT.bytes())
        .copyFrom(port.nodeDescription().asSlice(0, NodeDescription.LAYOUT.bytes()));
    return record;
  }

  private static MemorySegment link(SubnetLink link) {
    MemorySegment record = empty(LinkRecord.ATTRIBUTE);
    LinkRecord.FROM_LID.set(record, 0, link.fromLid());
    LinkRecord.FROM_PORT.set(record, 0, link.fromPort());
    LinkRecord.TO_PORT.set(record, 0, link.toPort());
    LinkRecord.TO_LID.set(record, 0, link.toLid());
    return record;
  }

  static MemorySegment empty(SaAttribute attribute) {
    return MemorySegment.ofArray(new byte[attribute.layout().bytes()]);
  }
}
