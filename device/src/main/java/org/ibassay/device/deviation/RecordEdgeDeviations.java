package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.requests;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.TableBlock;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.sa.GuidInfoRecord;
import org.ibassay.wire.sa.LinearForwardingTableRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PKeyTableRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.VlArbitrationTableRecord;

/// Deviations in the selection of records just beyond the last one, and by text of another length.
final class RecordEdgeDeviations {
  private static final Field TEXT = NodeRecord.NODE_DESCRIPTION.of(NodeDescription.NODE_STRING);
  private static final int BLOCK_BITS = 0xFFFF;
  private static final int LID_BITS = 0x3FFF;
  private static final int LINEAR_BLOCKS = 768;
  private static final int PARTS = 4;
  private static final int WORD = 4;

  private RecordEdgeDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.concat(beyond().stream(), texts().stream()).toList();
  }

  private static List<DeviationSpec> beyond() {
    return List.of(
        next(
                "guid-block",
                GuidInfoRecord.ATTRIBUTE,
                GuidInfoRecord.BLOCK_NUM,
                (call, block) -> block == blocks(call, Attribute.GUID_INFO))
            .on(SimParameter.GUID_CAP, 24),
        next(
            "p-key-block",
            PKeyTableRecord.ATTRIBUTE,
            PKeyTableRecord.BLOCK_NUM,
            (call, block) -> call.isTrusted() && block == blocks(call, Attribute.P_KEY_TABLE)),
        next(
                "linear-block",
                LinearForwardingTableRecord.ATTRIBUTE,
                LinearForwardingTableRecord.BLOCK_NUM,
                (_, block) -> block == LINEAR_BLOCKS)
            .on(SimParameter.SWITCHES, 1),
        next(
                "arbitration-block",
                VlArbitrationTableRecord.ATTRIBUTE,
                VlArbitrationTableRecord.BLOCK_NUM,
                (_, block) -> block == PARTS + 1)
            .on(SimParameter.SWITCHES, 1),
        next(
                "port-number",
                PortInfoRecord.ATTRIBUTE,
                PortInfoRecord.PORT_NUM,
                (call, port) -> port == ports(call) + 1)
            .on(SimParameter.SWITCHES, 2),
        next(
            "node-lid",
            NodeRecord.ATTRIBUTE,
            NodeRecord.LID,
            (call, lid) -> lid == lastLid(call) + 1),
        deviation(
            "record.port-lid-14-bits",
            "compares 14 bits of EndportLID",
            requests(
                RecordDeviations.any(PortInfoRecord.ATTRIBUTE),
                call ->
                    PortInfoRecord.ENDPORT_LID.set(
                        call.mad(),
                        SaHeader.DATA,
                        call.asked(PortInfoRecord.ENDPORT_LID) & LID_BITS))));
  }

  /// Returns a record where the requested number is the one after the last.
  private static DeviationSpec next(
      String name, SaAttribute attribute, Field field, BiPredicate<SaCall, Long> isNext) {
    return deviation(
        "record.%s-beyond".formatted(name),
        "returns a %s of the number after the last %s".formatted(attribute.name(), field.name()),
        answersTo(
            RecordDeviations.any(attribute)
                .and(call -> call.means(attribute, field))
                .and(call -> isNext.test(call, call.asked(field))),
            (call, found) ->
                found.records().isEmpty()
                    ? RecordAnswer.of(
                        List.of(call.mad().asSlice(SaHeader.DATA, attribute.layout().bytes())))
                    : found));
  }

  private static long blocks(SaCall call, Attribute table) {
    return call.subnet().ports().stream()
            .flatMap(port -> port.tables().stream())
            .filter(block -> block.table().equals(table))
            .mapToLong(TableBlock::modifier)
            .map(modifier -> modifier & BLOCK_BITS)
            .max()
            .orElse(0)
        + 1;
  }

  private static long ports(SaCall call) {
    return call.subnet().ports().stream()
        .mapToLong(port -> NodeInfo.NUM_PORTS.get(port.nodeInfo(), 0))
        .max()
        .orElse(0);
  }

  private static long lastLid(SaCall call) {
    return call.subnet().ports().stream()
        .mapToLong(port -> port.lid() + port.lids() - 1L)
        .max()
        .orElse(0);
  }

  private static List<DeviationSpec> texts() {
    return List.of(
        text(
            "node-description-begins",
            "NodeRecords with a NodeDescription that begins with the requested text",
            RecordDeviations.any(NodeRecord.ATTRIBUTE),
            String::startsWith),
        text(
            "node-description-continued",
            "by a Get the NodeRecord with a NodeDescription with which the requested text begins",
            SaEdits.gets(NodeRecord.ATTRIBUTE),
            (own, asked) -> asked.startsWith(own)),
        text(
            "node-description-word",
            "NodeRecords with a NodeDescription of which 4 letters are those requested",
            RecordDeviations.any(NodeRecord.ATTRIBUTE),
            (own, asked) ->
                own.length() >= WORD
                    && asked.length() >= WORD
                    && own.substring(0, WORD).equals(asked.substring(0, WORD))));
  }

  private static DeviationSpec text(
      String name, String text, Predicate<SaCall> which, BiPredicate<String, String> isLike) {
    return deviation(
        "record." + name,
        "finds " + text,
        requests(
            which.and(call -> call.means(NodeRecord.ATTRIBUTE, TEXT)),
            call -> {
              MemorySegment asked = TEXT.slice(call.mad(), SaHeader.DATA);
              String wanted = text(asked);
              List<MemorySegment> texts =
                  call.subnet().ports().stream()
                      .map(EndPort::nodeDescription)
                      .map(own -> NodeDescription.NODE_STRING.slice(own, 0))
                      .toList();
              if (texts.stream().noneMatch(own -> text(own).equals(wanted))) {
                texts.stream()
                    .filter(own -> isLike.test(text(own), wanted))
                    .findFirst()
                    .ifPresent(asked::copyFrom);
              }
            }));
  }

  private static String text(MemorySegment field) {
    byte[] all = field.toArray(JAVA_BYTE);
    int length = 0;
    while (length < all.length && all[length] != 0) {
      length++;
    }
    return new String(all, 0, length, ISO_8859_1);
  }
}
