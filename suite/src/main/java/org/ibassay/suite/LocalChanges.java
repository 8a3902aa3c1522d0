package org.ibassay.suite;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.mad.MadHeader;

/// Trap 144 of the tester's port, by which a subnet manager learns of a change of CapabilityMask.
public final class LocalChanges {
  private static final int TRAP = 144;
  private static final int INFORMATIONAL = 4;
  private static final int CA = 1;

  private LocalChanges() {}

  /// Returns the trap.
  ///
  /// @param lid LID of the port
  /// @param capabilityMask its new CapabilityMask
  /// @param transactionId TransactionID, another one for each trap
  public static MadPacketSpec trap(int lid, long capabilityMask, long transactionId) {
    Layout details = NoticeDetails.of(TRAP).orElseThrow();
    Field address = details.field("LIDADDR").orElseThrow();
    Field mask = details.field("CAPABILITYMASK").orElseThrow();
    return MadPacketSpec.subnTrap(TRAP)
        .setHeader(MadHeader.TRANSACTION_ID, transactionId)
        .setData(Notice.TYPE, INFORMATIONAL)
        .setData(Notice.PRODUCER_TYPE_VENDOR_ID, CA)
        .setData(Notice.ISSUER_LID, lid)
        .setData(address, lid)
        .setData(mask, capabilityMask);
  }
}
