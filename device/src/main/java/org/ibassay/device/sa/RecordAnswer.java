package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.SaStatus;

/// The response to a request: a status and records.
///
/// @param status the 16 bits of the header's Status
/// @param records each with the length of its table; empty for a rejected request
public record RecordAnswer(int status, List<MemorySegment> records) {
  /// The attribute does not support the method, or is unknown (13.4.7).
  public static final RecordAnswer UNSUPPORTED = common(MadStatus.BAD_METHOD_ATTRIBUTE);

  private static final int CODE_SHIFT = 2;

  /// Copies the list.
  public RecordAnswer {
    records = List.copyOf(records);
  }

  /// Returns the response to a successful request.
  public static RecordAnswer of(List<MemorySegment> records) {
    return new RecordAnswer(0, records);
  }

  /// Returns a response with a class-specific status.
  ///
  /// @param status one of [SaStatus]
  public static RecordAnswer refused(int status) {
    return new RecordAnswer(SaStatus.inStatus(status), List.of());
  }

  /// Returns a response with a status of all classes.
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
