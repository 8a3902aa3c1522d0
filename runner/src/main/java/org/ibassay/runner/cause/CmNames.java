package org.ibassay.runner.cause;

import java.util.Map;
import java.util.regex.Pattern;

/// Abbreviations of communication management messages, which pages use: `ReadyToUse (RTU)`.
final class CmNames {
  private static final Map<String, String> ABBREVIATIONS =
      Map.ofEntries(
          Map.entry("ConnectRequest", "REQ"),
          Map.entry("MsgRcptAck", "MRA"),
          Map.entry("ConnectReject", "REJ"),
          Map.entry("ConnectReply", "REP"),
          Map.entry("ReadyToUse", "RTU"),
          Map.entry("DisconnectRequest", "DREQ"),
          Map.entry("DisconnectReply", "DREP"),
          Map.entry("ServiceIDResReq", "SIDR_REQ"),
          Map.entry("ServiceIDResReqResp", "SIDR_REP"),
          Map.entry("LoadAlternatePath", "LAP"),
          Map.entry("AlternatePathResponse", "APR"));
  private static final Pattern NAME =
      Pattern.compile("\\b(?:" + String.join("|", ABBREVIATIONS.keySet()) + ")\\b(?!:)");

  private CmNames() {}

  /// Adds the abbreviation to the first name in a text.
  static String abbreviated(String text) {
    return NAME.matcher(text)
        .replaceFirst(name -> name.group() + " (" + ABBREVIATIONS.get(name.group()) + ")");
  }
}
