package org.ibassay.wire.cm;

import java.util.List;
import org.ibassay.wire.mad.GmpAttribute;

/// The messages of communication management.
///
/// Layouts follow Linux (`ibta_vol1_c12.h`), the latest public description; tshark agrees on REQ,
/// REJ, REP, RTU, DREQ and DREP. Field names are those of tshark. Of the last two messages, only
/// the names in libibumad are public.
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

  /// Returns all messages, by AttributeID.
  public static List<GmpAttribute> all() {
    return ALL;
  }
}
