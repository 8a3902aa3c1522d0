package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Supplier;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SmInfoRecord;

/// The records about the subnet manager and subnet administration themselves: SMInfoRecord
/// (15.2.5.10) and ClassPortInfo (13.4.8.1).
final class ManagerRecords {
  /// 4.096 us * 2^16 = 0.27 s, as in OpenSM.
  private static final int RESP_TIME_VALUE = 16;

  private ManagerRecords() {}

  /// @param smInfo of the only subnet manager
  static RecordService managers(Supplier<MemorySegment> smInfo) {
    return new PlainRecords(
        SmInfoRecord.ATTRIBUTE,
        List.of(SmInfoRecord.LID),
        call -> {
          MemorySegment record = NodeRecords.empty(SmInfoRecord.ATTRIBUTE);
          SmInfoRecord.LID.set(record, 0, call.subnet().manager().lid());
          record
              .asSlice(SmInfoRecord.SM_INFO.byteOffset(), SmInfo.LAYOUT.bytes())
              .copyFrom(smInfo.get());
          return List.of(record);
        });
  }

  /// Returns the service of ClassPortInfo, which is the same for all requesters.
  ///
  /// @param hasGroups whether multicast groups are supported
  /// @param hasMultiPaths whether MultiPathRecord is supported
  static RecordService classPortInfo(boolean hasGroups, boolean hasMultiPaths) {
    return new RecordService() {
      @Override
      public SaAttribute attribute() {
        return ClassPortInfo.ATTRIBUTE;
      }

      @Override
      public RecordAnswer find(SaCall call) {
        MemorySegment record = NodeRecords.empty(ClassPortInfo.ATTRIBUTE);
        ClassPortInfo.BASE_VERSION.set(record, 0, 1);
        ClassPortInfo.CLASS_VERSION.set(record, 0, SaHeader.CLASS_VERSION);
        ClassPortInfo.IS_PORT_INFO_CAPABILITY_MASK_MATCH_SUPPORTED.set(record, 0, 1);
        ClassPortInfo.IS_UD_MULTICAST_SUPPORTED.set(record, 0, hasGroups ? 1 : 0);
        ClassPortInfo.IS_MULTIPATH_SUPPORTED.set(record, 0, hasMultiPaths ? 1 : 0);
        ClassPortInfo.RESP_TIME_VALUE.set(record, 0, RESP_TIME_VALUE);
        ClassPortInfo.REDIRECT_QP.set(record, 0, Gmp.QP);
        ClassPortInfo.REDIRECT_Q_KEY.set(record, 0, Gmp.Q_KEY);
        ClassPortInfo.TRAP_Q_KEY.set(record, 0, Gmp.Q_KEY);
        return RecordAnswer.of(List.of(record));
      }

      @Override
      public boolean hasTables() {
        return false;
      }
    };
  }
}
