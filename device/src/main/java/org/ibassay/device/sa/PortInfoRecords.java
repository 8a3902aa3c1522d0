package org.ibassay.device.sa;

import static org.ibassay.wire.sa.PortInfoRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PortInfoRecord.ENDPORT_LID;
import static org.ibassay.wire.sa.PortInfoRecord.OPTIONS;
import static org.ibassay.wire.sa.PortInfoRecord.PORT_INFO;
import static org.ibassay.wire.sa.PortInfoRecord.PORT_NUM;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.device.sm.EndPort;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.SaAttribute;

/// PortInfoRecord (15.2.5.3): PortInfo as last read by the subnet manager.
///
/// With bit 31 of the AttributeModifier, CapabilityMask selects ports that have at least those bits
/// (erratum of release 1.2, as in OpenSM). Without bit 7 of Options, the requester does not know
/// extended speeds, and QDR is reported for such a link, as by OpenSM.
final class PortInfoRecords implements RecordService {
  private static final int MATCH_BITS = 1 << 31;
  private static final int KNOWS_EXTENDED_SPEEDS = 0x80;
  private static final int QDR = 4;

  private static final Field CAPABILITY_MASK = PORT_INFO.of(PortInfo.CAPABILITY_MASK);
  private static final Field M_KEY = PORT_INFO.of(PortInfo.M_KEY);
  private static final List<Field> SPEEDS =
      List.of(
          PORT_INFO.of(PortInfo.LINK_SPEED_ACTIVE),
          PORT_INFO.of(PortInfo.LINK_SPEED_ENABLED),
          PORT_INFO.of(PortInfo.LINK_SPEED_SUPPORTED));

  private final PlainRecords records =
      new PlainRecords(
          ATTRIBUTE,
          List.of(ENDPORT_LID),
          call ->
              Stream.concat(
                      call.subnet().ports().stream().map(port -> record(call, port, port.lid())),
                      call.subnet().switches().stream()
                          .flatMap(one ->
                              one.external().stream()
                                  .map(port -> record(call, port, one.port0().lid()))))
                  .toList());

  @Override
  public SaAttribute attribute() {
    return ATTRIBUTE;
  }

  @Override
  public RecordAnswer find(SaCall call) {
    if ((call.modifier() & MATCH_BITS) == 0 || !call.means(ATTRIBUTE, CAPABILITY_MASK)) {
      return records.find(call);
    }
    RecordAnswer others =
        records.find(call.withMask(call.mask() & ~ATTRIBUTE.mask(CAPABILITY_MASK)));
    long bits = call.asked(CAPABILITY_MASK);
    return RecordAnswer.of(
        others.records().stream()
            .filter(record -> (CAPABILITY_MASK.get(record, 0) & bits) == bits)
            .toList());
  }

  private static MemorySegment record(SaCall call, EndPort port, int lid) {
    MemorySegment record = NodeRecords.empty(ATTRIBUTE);
    ENDPORT_LID.set(record, 0, lid);
    PORT_NUM.set(record, 0, port.number());
    long options = call.means(ATTRIBUTE, OPTIONS) ? call.asked(OPTIONS) : 0;
    OPTIONS.set(record, 0, options);
    record
        .asSlice(PORT_INFO.byteOffset(), PortInfo.LAYOUT.bytes())
        .copyFrom(port.portInfo().asSlice(0, PortInfo.LAYOUT.bytes()));
    if (!call.isTrusted()) {
      M_KEY.set(record, 0, 0);
    }
    boolean isExtended = PortInfo.LINK_SPEED_EXT_ACTIVE.get(port.portInfo(), 0) != 0;
    if (isExtended && (options & KNOWS_EXTENDED_SPEEDS) == 0) {
      SPEEDS.forEach(speed -> speed.set(record, 0, speed.get(record, 0) | QDR));
    }
    return record;
  }
}
