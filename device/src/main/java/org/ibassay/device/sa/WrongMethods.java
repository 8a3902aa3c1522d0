package org.ibassay.device.sa;

import java.util.List;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.SaStatus;

/// How requests with an unsupported method, or an unsupported combination of method and attribute,
/// are handled.
public enum WrongMethods {
  /// Status.Code distinguishes the two cases (13.4.7).
  ANSWER,

  /// Status.Code 2 in both cases.
  CODE_2,

  /// A status of the class.
  OTHER,

  /// They are dropped, as by OpenSM.
  SILENT;

  private static final List<WrongMethods> ALL = List.of(values());

  /// @param way index of a word of the DUT URI's parameter
  public static WrongMethods of(int way) {
    return ALL.get(way);
  }

  /// Replaces the conforming response.
  RecordAnswer answer(RecordAnswer found) {
    if (!isWrong(found)) {
      return found;
    }
    return switch (this) {
      case ANSWER, SILENT -> found;
      case CODE_2 -> RecordAnswer.common(MadStatus.BAD_METHOD);
      case OTHER -> RecordAnswer.refused(SaStatus.REQ_INVALID);
    };
  }

  boolean drops(RecordAnswer found) {
    return this == SILENT && isWrong(found);
  }

  private static boolean isWrong(RecordAnswer found) {
    return found.equals(RecordAnswer.UNSUPPORTED)
        || found.equals(RecordAnswer.common(MadStatus.BAD_METHOD));
  }
}
