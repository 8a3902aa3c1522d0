package org.ibassay.wire.cm;

import java.util.List;
import org.ibassay.wire.mad.GmpAttribute;

/// All messages of communication management.
///
/// Where they lie follows Linux (`ibta_vol1_c12.h`), which has the latest public description; REQ,
/// REJ, REP, RTU, DREQ and DREP are the same to tshark. Names are those that tshark shows, too; of
/// the last two, of which no more is public, libibumad's.
public final class CmAttributes {
  private static final List<GmpAttribute> ALL =
      List.of(
          ConnectRequest.ATTRIBUTE,
          MsgRcptAck.ATTRIBUTE,
          ConnectReject.ATTRIBUTE,
          ConnectReply.ATTRIBUTE,
          ReadyToUse.ATTRIBUTE,
          DisconnectRequest.ATTRIBUTE,
          DisconnectReply.ATTRIBUTE,
          ServiceIdResReq.ATTRIBUTE,
          ServiceIdResReqResp.ATTRIBUTE,
          LoadAlternatePath.ATTRIBUTE,
          AlternatePathResponse.ATTRIBUTE,
          GmpAttribute.named(0x001B, "SuggestAlternatePath"),
          GmpAttribute.named(0x001C, "SuggestPathResponse"));

  private CmAttributes() {}

  /// By number.
  public static List<GmpAttribute> all() {
    return ALL;
  }
}
