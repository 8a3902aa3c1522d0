package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Function;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.Subnet;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttribute.Component;
import org.ibassay.wire.sa.SaHeader;

/// An attribute whose records exist and are only selected: those equal to the request in each
/// component of its ComponentMask (15.4.4).
///
/// @param lids fields with a LID of a port, which match any of its LIDs
/// @param all creates all records
record PlainRecords(
    SaAttribute attribute, List<Field> lids, Function<SaCall, List<MemorySegment>> all)
    implements RecordService {

  @Override
  public RecordAnswer find(SaCall call) {
    MemorySegment asked = asked(call);
    List<Component> components = attribute.in(call.mask());
    return RecordAnswer.of(
        all.apply(call).stream()
            .filter(record -> components.stream().allMatch(c -> isEqual(c, asked, record)))
            .toList());
  }

  /// Returns the request's record with base LIDs.
  private MemorySegment asked(SaCall call) {
    MemorySegment asked =
        MemorySegment.ofArray(new byte[attribute.layout().bytes()])
            .copyFrom(call.mad().asSlice(SaHeader.DATA, attribute.layout().bytes()));
    for (Field field : lids) {
      field.set(asked, 0, baseLid(call.subnet(), (int) field.get(asked, 0)));
    }
    return asked;
  }

  private static int baseLid(Subnet subnet, int lid) {
    return subnet.byLid(lid).map(EndPort::lid).orElse(lid);
  }

  static boolean isEqual(Component component, MemorySegment asked, MemorySegment record) {
    Field field = component.field();
    int index = component.index();
    return field.isWide()
        ? field.slice(asked, 0, index).mismatch(field.slice(record, 0, index)) < 0
        : field.get(asked, 0, index) == field.get(record, 0, index);
  }
}
