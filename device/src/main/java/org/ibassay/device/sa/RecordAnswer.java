package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.SaStatus;

/// The answer to a request: a status and records.
///
/// @param status the 16 bits of the header's Status
/// @param records each as long as its table; of a refused request none
public record RecordAnswer(int status, List<MemorySegment> records) {
  /// The method and the attribute do not go together, or the attribute is unknown (13.4.7).
  public static final RecordAnswer UNSUPPORTED = common(MadStatus.BAD_METHOD_ATTRIBUTE);

  private static final int CODE_SHIFT = 2;

  /// Keeps a copy.
  public RecordAnswer {
    records = List.copyOf(records);
  }

  /// A request that was carried out.
  public static RecordAnswer of(List<MemorySegment> records) {
    return new RecordAnswer(0, records);
  }

  /// A request refused with a class-specific status.
  ///
  /// @param status one of [SaStatus]
  public static RecordAnswer refused(int status) {
    return new RecordAnswer(SaStatus.inStatus(status), List.of());
  }

  /// A request refused with a status that all classes have.
  ///
  /// @param code one of [MadStatus]
  static RecordAnswer common(int code) {
    return new RecordAnswer(code << CODE_SHIFT, List.of());
  }

  /// A copy with another status.
  public RecordAnswer withStatus(int other) {
    return new RecordAnswer(other, records);
  }

  /// A copy with other records.
  public RecordAnswer withRecords(List<MemorySegment> others) {
    return new RecordAnswer(status, others);
  }

  boolean isRefusal() {
    return status != 0;
  }
}
