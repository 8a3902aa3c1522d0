package org.ibassay.runner.cause;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.Shown;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.Smp;

/// What a Set changes of an attribute: `SubnetTimeOut 11 → 20`.
final class AttributeChanges {
  private static final int MOST = 3;

  private AttributeChanges() {}

  /// Compares an attribute in two MADs of subnet management.
  ///
  /// @param before the MAD with the former values
  static String text(Attribute attribute, byte[] before, byte[] after) {
    MemorySegment one = MemorySegment.ofArray(before);
    MemorySegment two = MemorySegment.ofArray(after);
    List<String> changes = new ArrayList<>();
    for (Field field : attribute.layout().differences(one, Smp.DATA, two, Smp.DATA)) {
      for (int i = 0; i < field.count(); i++) {
        BigInteger from = field.number(one, Smp.DATA, i);
        BigInteger to = field.number(two, Smp.DATA, i);
        if (!from.equals(to) && !isNoChange(field, to)) {
          String name = field.count() == 1 ? field.name() : "%s[%d]".formatted(field.name(), i);
          changes.add("%s %s → %s".formatted(name, text(field, from), text(field, to)));
        }
      }
    }
    int more = changes.size() - MOST;
    String few = String.join(", ", changes.subList(0, Math.min(MOST, changes.size())));
    return changes.isEmpty()
        ? "the values read before"
        : more > 0 ? "%s and %d more".formatted(few, more) : few;
  }

  private static String text(Field field, BigInteger value) {
    String meaning = field.isWide() ? "" : field.names().after(value.longValue());
    return Shown.of(field, value) + meaning;
  }

  private static boolean isNoChange(Field field, BigInteger value) {
    return value.signum() == 0
        && (field.equals(PortInfo.PORT_STATE)
            || field.equals(PortInfo.PORT_PHYSICAL_STATE)
            || field.equals(SwitchInfo.PORT_STATE_CHANGE));
  }
}
