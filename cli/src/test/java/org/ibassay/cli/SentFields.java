package org.ibassay.cli;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// The fields that a device sends in some tests, with their names for `alter=` in a DUT URI.
final class SentFields implements Tap {
  private final SortedSet<String> fields = new TreeSet<>();
  private final Map<Long, String> kinds = new HashMap<>();

  private SentFields() {}

  static SortedSet<String> of(String dut, List<String> tests) throws Exception {
    SentFields sent = new SentFields();
    SimRun.run(dut, Map.of(), Timing.DEFAULT, sent, tests.toArray(String[]::new));
    return sent.fields;
  }

  @Override
  public long mad(
      Direction direction,
      MemorySegment mad,
      int bytes,
      int peer,
      int qp,
      long nanos,
      Label label) {
    long transaction = MadHeader.TRANSACTION_ID.get(mad, 0);
    int method = (int) MadHeader.METHOD.get(mad, 0);
    if (direction == Direction.SENT) {
      boolean isChange = method == Method.SET || method == SaMethod.DELETE;
      kinds.put(transaction, isChange ? "Set" : "Get");
    } else {
      response(kinds.getOrDefault(transaction, "Get") + ":", mad);
    }
    return 0;
  }

  private void response(String kind, MemorySegment mad) {
    int group = (int) MadHeader.MGMT_CLASS.get(mad, 0);
    int id = (int) MadHeader.ATTRIBUTE_ID.get(mad, 0);
    if (group == Gmp.SUBNET_ADMINISTRATION) {
      List.of(MadHeader.LAYOUT, RmppHeader.LAYOUT, SaHeader.LAYOUT)
          .forEach(layout -> add(kind, layout));
      SaAttributes.of(id).ifPresent(attribute -> add(kind, attribute.layout()));
    } else if (group == Smp.LID_ROUTED || Smp.HOP_COUNT.get(mad, 0) != 0) {
      List.of(MadHeader.LAYOUT, Smp.LAYOUT).forEach(layout -> add(kind, layout));
      Attribute.of(id).ifPresent(attribute -> add(kind, attribute.layout()));
    }
  }

  @Override
  public long packet(
      Direction direction,
      LinkType link,
      MemorySegment packet,
      int bytes,
      long nanos,
      Label label) {
    TransportPacket reader = new TransportPacket(packet);
    if (direction == Direction.RECEIVED && reader.read(link, 0, bytes)) {
      for (Header header : Header.values()) {
        if (header.compareTo(Header.BTH) >= 0 && reader.has(header)) {
          add(OpCode.name(reader.opCodeNumber()) + ":", header.layout());
        }
      }
    }
    return 0;
  }

  private void add(String kind, Layout layout) {
    layout.fields().stream()
        .filter(field -> !field.isWide())
        .forEach(field -> fields.add(kind + layout.name() + "." + field.name()));
  }
}
