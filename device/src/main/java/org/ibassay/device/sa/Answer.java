package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.SaStatus;

/// What comes of a request.
///
/// @param status the 16 bits of the header's Status
/// @param records each as long as its table; of a refused request none
public record Answer(int status, List<MemorySegment> records) {
  /// The method and the attribute do not go together, or the attribute is unknown (13.4.7).
  public static final Answer UNSUPPORTED = common(MadStatus.BAD_METHOD_ATTRIBUTE);

  private static final int CODE_SHIFT = 2;

  /// Keeps a copy.
  public Answer {
    records = List.copyOf(records);
  }

  /// A request that was carried out.
  public static Answer of(List<MemorySegment> records) {
    return new Answer(0, records);
  }

  /// A request refused with a class-specific status.
  ///
  /// @param status one of [SaStatus]
  public static Answer refused(int status) {
    return new Answer(SaStatus.inStatus(status), List.of());
  }

  /// A request refused with a status that all classes have.
  ///
  /// @param code one of [MadStatus]
  static Answer common(int code) {
    return new Answer(code << CODE_SHIFT, List.of());
  }

  /// The same records with another status.
  public Answer withStatus(int other) {
    return new Answer(other, records);
  }

  /// The same status with other records.
  public Answer withRecords(List<MemorySegment> others) {
    return new Answer(status, others);
  }

  boolean isRefusal() {
    return status != 0;
  }
}
