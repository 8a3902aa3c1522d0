package org.ibassay.audit;

/// Why something cannot be judged.
public enum Doubt {
  CUT_OFF("packets are cut off in the capture: their lengths and ICRCs"),
  CHECKSUM("an adapter may fill in IP and UDP checksums after the capture: wrong ones"),
  NOT_SEALED("an ICRC of 0 may be filled in after the capture"),
  VCRC("a VCRC is made anew on every link: wrong ones"),
  LINK_TYPE("packets of another link type than Ethernet (1), ERF (197) and InfiniBand (247)"),
  NOT_PAIRED("no request was seen that these responses belong to"),
  NOT_A_PAIR("requests and responses that disagree often: they may be of two connections"),
  UNEXPLAINED("responses whose requests the capture does not show"),
  AGAIN("responses that come again: copies, or to requests that the capture shows once only"),
  READ_SPLIT("READs requested again in parts that begin with the first PSN"),
  LOST("packets are missing in the capture that the peer has got"),
  OUT_OF_STEP("responses come before their requests: the clocks of the two directions are apart"),
  CLOCK("waits after an RNR NAK that the capture's clock, or its way, may have made short"),
  DELAYED("responses out of order that may be so since the network or the capture swapped them"),
  OUT_OF_ORDER("requests are out of order in the capture"),
  TWICE("requests come again though they were answered, as where two captures were put together"),
  NO_CAUSE("messages of communication management that answer none in the capture"),
  STREAM_GAP("PSNs between two packets of an unreliable connection that the capture lacks"),
  ODD_STREAM("packets of unreliable connections come again, or out of order, in the capture"),
  FEW("non-conformances that a lost packet could explain, seen less than three times"),
  /// These would be judged with the option --complete.
  NOT_COMPLETE("non-conformances that one sees only where nothing is missing (--complete)"),
  GONE("requests without a response, and nothing after them from that QP: it may be gone"),
  ERA("QPs that begin anew, or may: what was before and after, taken together");

  private final String text;

  Doubt(String text) {
    this.text = text;
  }

  /// A description for users.
  public String text() {
    return text;
  }
}
