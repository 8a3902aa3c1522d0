package org.ibassay.wire.pm;

import java.util.List;
import java.util.stream.Stream;
import org.ibassay.wire.mad.GmpAttribute;

/// All attributes of performance management that have a table and that other classes do not have
/// alike.
public final class PmAttributes {
  private static final List<GmpAttribute> ALL =
      Stream.concat(
              Stream.of(
                  PmClassPortInfo.ATTRIBUTE,
                  PortSamplesControl.ATTRIBUTE,
                  PortSamplesResult.ATTRIBUTE,
                  PortCounters.ATTRIBUTE,
                  PortCountersExtended.ATTRIBUTE,
                  PortSamplesResultExtended.ATTRIBUTE,
                  PortExtendedSpeedsCounters.ATTRIBUTE),
              OptionalCounters.ALL.stream())
          .toList();

  private PmAttributes() {}

  /// Every one of them.
  public static List<GmpAttribute> all() {
    return ALL;
  }
}
