package org.ibassay.suite;

import java.util.List;

/// The texts of readings of general management.
final class GmpReadings {
  static final Text CM_EARLY_TIMERS =
      of(
          "12.6.5",
          "times of communication management, 4.096 us * 2^n",
          way("exact", "no less than that", "none known"),
          way("early", "up to 5 % less", "Linux at times, which takes 2^(n - 8) ms and rounds up"));

  static final Text CM_NO_RTU =
      of(
          "12.9.8",
          "what is sent when the retries of REP are exhausted",
          way("reason-4", "REJ, timeout", "none known"),
          way("silence", "nothing", "Linux"));

  static final Text CM_NO_REP =
      of(
          "12.9.8",
          "what is sent when the retries of REQ are exhausted",
          way("reason-4", "REJ, timeout", "none known"),
          way("silence", "nothing", "Linux"));

  static final Text CM_DATA_FOR_RTU =
      of(
          "12.9.7",
          "whether a packet on the connection implies RTU",
          way("established", "REP is not retransmitted", "none known"),
          way("repeated", "REP is retransmitted until RTU is received", "Linux Soft-RoCE"));

  static final Text CM_UNKNOWN_CONNECTION =
      of(
          "12.9.8",
          "response to RTU or MRA of a nonexistent connection",
          way("silence", "none", "Linux"),
          way("reason-6", "REJ, invalid Communication ID", "none known"));

  static final Text CM_OTHER_QP =
      of(
          "12.6.10",
          "response to DREQ with the Communication IDs of a connection and another Remote QPN",
          way("silence", "none", "Linux, illumos"),
          way("drep", "DREP, as for an unknown connection", "OpenIB for Windows"));

  static final Text CM_ALTERNATE_PATH =
      of(
          "12.8",
          "response to LAP over native InfiniBand",
          way("loaded", "APR, AP Status 0", "none known"),
          way("refused", "APR with another AP Status", "none known"),
          way("silence", "none", "Linux, whose rdma_cm ignores LAP"));

  static final Text CM_IP_HEADER =
      of(
          "A11.3",
          "REJ reason for a REQ whose IP CM header has an unknown version",
          way("reason-28", "consumer reject", "Linux"),
          way("other", "another reason", "none known"));

  static final Text PMA_SET_VALUE =
      of(
          "16.1.3.5",
          "what a counter reads after a Set that selects it and has a value other than 0",
          way("value", "the value", "none known"),
          way("cleared", "0", "ibsim; Linux qib, whose hardware cannot write counters"));

  static final Text PMA_EXTENDED_SET =
      of(
          "16.1.4.11",
          "a counter of PortCountersExtended when the same one of PortCounters is set, and vice"
              + " versa",
          way("own", "it keeps its value", "none known"),
          way("shared", "it is cleared, too", "Linux qib, which clears both at once"));

  static final Text PMA_OTHER_PORT =
      of(
          "16.1.3.5",
          "PortSelect of a port of a channel adapter that does not receive the request",
          way("answered", "answered with the counters of that port", "none known"),
          way("code-7", "rejected with code 7", "ibsim, Linux qib"));

  static final Text PMA_PORT_0 =
      of(
          "16.1.3.5",
          "PortSelect 0 on a switch",
          way("answered", "answered with the counters of port 0", "ibsim"),
          way("code-7", "rejected with code 7", "none known"));

  static final Text PMA_UNKNOWN_METHOD =
      of(
          "13.4.7",
          "response of performance management to a method that does not exist",
          way("code-2", "method not supported", "Linux qib"),
          way("code-3", "method and attribute combination not supported", "none known"),
          way("silence", "no response", "ibsim"));

  static final Text PMA_SMPS_COUNTED =
      of(
          "16.1.3.5",
          "whether counters of packets and data count subnet management packets, on VL15",
          way("counted", "they do, as counters are of all VLs", "ibsim"),
          way("not-counted", "they do not", "none known"));

  static final Text PMA_TRAFFIC =
      of(
          "16.1.3.5",
          "whether the optional counters of packets and data count",
          way("counted", "they do", "ibsim, Linux qib"),
          way("zero", "they are 0 at all times", "none known"));

  static final Text PMA_SAMPLES_BUSY =
      of(
          "16.1.3.2",
          "Status.Code of a Set of PortSamplesControl while a sample is under way, which the Set"
              + " must not change",
          way("ignored", "code 0", "Linux qib"),
          way("code-7", "invalid value", "none known"));

  /// The texts of one [Reading].
  record Text(String section, String question, List<Reading.Way> ways) {}

  private GmpReadings() {}

  private static Text of(String section, String question, Reading.Way... ways) {
    return new Text(section, question, List.of(ways));
  }

  private static Reading.Way way(String id, String meaning, String witnesses) {
    return new Reading.Way(id, meaning, witnesses);
  }
}
