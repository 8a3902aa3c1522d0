package org.ibassay.audit;

/// The checks of a capture, each with the assertion of the corresponding live test.
public enum Rule {
  /// Headers, lengths and ICRC of a packet by itself.
  WHOLE("ia-rc#01", Evidence.PACKET, "packets whole, ICRC right"),
  HEADER("ia-rc#02", Evidence.PACKET, "TVer 0, no reserved Syndrome"),
  PARTITION("ia-rc#02", Evidence.TRACE, "one partition"),
  /// Lengths that are valid for a request whatever precedes it.
  REQUEST_LENGTH("ia-r09-sent-packets#01", Evidence.PACKET, "lengths of requests"),
  /// First, Middle, Last and Only, and their total length.
  REQUEST_SEQUENCE("ia-r09-sent-packets#01", Evidence.DIRECTION, "packets of a message"),
  CONTINUITY("ia-r09-sent-packets#01", Evidence.ALL, "PSNs without a gap"),
  PATH_MTU("ia-r09-sent-packets#01", Evidence.DIRECTION, "one path MTU"),
  ACK_ASKED("ia-r09-sent-packets#02", Evidence.HABIT, "requested acknowledges"),
  READ_RETRY("ia-r09-read-retry#01", Evidence.TRACE, "READs requested again"),
  RNR_WAIT("V1c09-130#01", Evidence.TRACE, "wait after an RNR NAK"),
  GO_BACK("ia-r09-sequence-nak#02", Evidence.ALL, "what follows a NAK or RNR NAK"),
  RESPONSE_KIND("ia-r09-response-order#01", Evidence.TRACE, "responses of the right kind"),
  RESPONSE_ORDER("ia-r09-response-order#01", Evidence.TRACE, "order of responses"),
  /// OpCode, length and Syndrome of the response packets of a READ.
  READ_RESPONSE("ia-r09-message-lengths#02", Evidence.TRACE, "responses to READs"),
  /// A response to a request that was not sent yet.
  RESPONSE_PSN("ia-r09-message-lengths#01", Evidence.ALL, "PSNs of responses"),
  ANSWERED("ia-r09-message-lengths#01", Evidence.ALL, "requests answered"),
  /// A request of no bytes accesses no memory, so it cannot cause an access error (9.7.4.1.5).
  NO_ACCESS("ia-r09-message-lengths#01", Evidence.TRACE, "READs and WRITEs of no bytes"),
  /// A repeated atomic returns the original value again.
  ATOMIC_AGAIN("ia-r09-duplicates#01", Evidence.TRACE, "answers to atomics requested again"),
  MSN("ia-r09-msn#01", Evidence.TRACE, "MSNs"),
  SEQUENCE_NAK("ia-r09-psn-gap#01", Evidence.TRACE, "NAKs for a PSN sequence error"),
  /// A gap that was acknowledged.
  GAP("ia-r09-psn-gap#01", Evidence.ALL, "PSN gaps NAKed"),
  /// An invalid request that was acknowledged.
  REFUSED("ia-r09-invalid-request#01", Evidence.TRACE, "invalid requests NAKed"),
  LENGTH_LIMIT("ia-r09-length-limit#01", Evidence.TRACE, "messages above 2^31 bytes NAKed"),
  RESERVED_OP_CODE("ia-r09-reserved-op-code#01", Evidence.TRACE, "reserved OpCodes NAKed"),
  /// A response to a packet that is to be dropped.
  DROPPED("ia-r09-header-checks#01", Evidence.TRACE, "wrong packets dropped"),
  ERROR_STATE("ia-r09-error-state#02", Evidence.ALL, "silence after a NAK"),

  UC_WHOLE("ia-uc-sent-messages#01", Evidence.PACKET, "UC packets whole, ICRC right"),
  UC_HEADER("ia-uc-sent-messages#01", Evidence.PACKET, "TVer and reserved bits of UC, a P_Key"),
  UC_LENGTH("ia-uc-sent-messages#01", Evidence.PACKET, "lengths of UC packets"),
  UC_ASKS("ia-uc-sent-messages#03", Evidence.PACKET, "UC: no AckReq, and SE at a message's end"),
  /// First, Middle, Last and Only, consecutive PSNs, and their total length.
  UC_SEQUENCE("ia-uc-sent-messages#01", Evidence.STREAM, "packets of a UC message"),
  UC_PATH_MTU("ia-uc-sent-messages#01", Evidence.STREAM, "one path MTU on UC"),
  UC_PARTITION("ia-uc-sent-messages#01", Evidence.STREAM, "one partition on UC"),
  UC_CONTINUITY("ia-uc-sent-messages#01", Evidence.ALL, "PSNs of UC without a gap"),
  UC_ONCE("ia-uc-sent-messages#05", Evidence.ALL, "UC packets sent once"),
  UC_SILENCE("ia-uc-delivery#03", Evidence.ALL, "no response to UC packets"),

  UD_WHOLE("ia-ud-sent-datagrams#01", Evidence.PACKET, "datagrams whole, ICRC right"),
  UD_HEADER("ia-ud-sent-datagrams#01", Evidence.PACKET, "TVer and reserved bits of UD, a P_Key"),
  UD_LENGTH("ia-ud-sent-datagrams#01", Evidence.PACKET, "at most 4096 bytes in a datagram"),
  UD_ACK_REQ("ia-ud-sent-datagrams#03", Evidence.PACKET, "UD: no AckReq"),
  UD_SOURCE("ia-ud-sent-datagrams#02", Evidence.PACKET, "a QP of datagrams as the source"),
  UD_SILENCE("ia-ud-delivery#03", Evidence.ALL, "no response to datagrams"),
  UD_PSN("ia-ud-sent-datagrams#01", Evidence.ALL, "PSNs of a UD QP without a gap"),
  /// MAC addresses, and QP 0xFFFFFF for a group and for nothing else.
  UD_WAY("ia-ud-sent-way#01", Evidence.PACKET, "where datagrams go"),
  UD_HOP_LIMIT("ia-ud-sent-way#02", Evidence.PACKET, "hop limits of datagrams"),
  GSI_LENGTH("ia-cm-datagrams#01", Evidence.PACKET, "256 bytes in a datagram of QP1"),
  GSI_Q_KEY("ia-cm-datagrams#02", Evidence.PACKET, "Q_Key of QP1"),
  GSI_SOURCE("ia-cm-datagrams#03", Evidence.PACKET, "no datagram of QP0 to QP1"),
  GSI_ACK_REQ("ia-cm-datagrams#04", Evidence.PACKET, "QP1: no AckReq"),

  /// MAD header and reserved bits, one rule for each kind of message.
  CM_REQ("ia-cm-request#02", Evidence.PACKET, "REQ: MAD header, reserved bits"),
  CM_REP("ia-cm-reply#02", Evidence.PACKET, "REP: MAD header, reserved bits"),
  CM_RTU("ia-cm-ready-to-use#02", Evidence.PACKET, "RTU: MAD header, reserved bits"),
  CM_REJ("ia-cm-unknown-service#04", Evidence.PACKET, "REJ: MAD header, reserved bits"),
  CM_DREQ("ia-cm-disconnect-request#02", Evidence.PACKET, "DREQ: MAD header, reserved bits"),
  CM_DREP("ia-cm-disconnect#03", Evidence.PACKET, "DREP: MAD header, reserved bits"),
  CM_SIDR_REP("ia-cm-sidr#03", Evidence.PACKET, "SIDR_REP: MAD header, reserved bits"),
  CM_APR("ia-cm-alternate-path#02", Evidence.PACKET, "APR: MAD header, reserved bits"),
  CM_OTHER("ia-cm-header-checks#02", Evidence.PACKET, "CM: MAD header, reserved bits"),
  CM_REQ_FIELDS("ia-cm-request#06", Evidence.PACKET, "REQ: values that are defined"),
  CM_IP_HEADER("ia-cm-request#04", Evidence.PACKET, "REQ: the IP CM header"),
  CM_REASON("ia-cm-unknown-service#02", Evidence.PACKET, "REJ: a reason that is defined"),
  CM_APR_LENGTH("ia-cm-alternate-path#03", Evidence.PACKET, "APR: length of information"),
  /// Communication IDs and TransactionID of the message that is answered, one rule for each kind of
  /// message.
  CM_REP_IDS("ia-cm-reply#02", Evidence.DIALOG, "REP: ids of REQ"),
  CM_RTU_IDS("ia-cm-ready-to-use#02", Evidence.DIALOG, "RTU: ids of REQ and REP"),
  CM_REJ_IDS("ia-cm-unknown-service#04", Evidence.DIALOG, "REJ: ids of REQ"),
  CM_DREQ_IDS("ia-cm-disconnect-request#02", Evidence.DIALOG, "DREQ: ids and QP of the peer"),
  CM_DREP_IDS("ia-cm-disconnect#03", Evidence.DIALOG, "DREP: ids of DREQ"),
  CM_SIDR_IDS("ia-cm-sidr#02", Evidence.DIALOG, "SIDR_REP: ids of SIDR_REQ"),
  CM_APR_IDS("ia-cm-alternate-path#02", Evidence.DIALOG, "APR: ids of LAP"),
  CM_REP_QPN("ia-cm-reply#03", Evidence.DIALOG, "REP: the number of a QP"),
  CM_REP_READS("ia-cm-reply#04", Evidence.DIALOG, "REP: no more READs than REQ offers"),
  CM_REJECTED("ia-cm-unknown-service#03", Evidence.DIALOG, "REJ: the message that is rejected"),
  /// Compared byte by byte.
  CM_REQ_AGAIN(
      "ia-cm-request-repeated#04", Evidence.DIALOG, "REQ identical to the one sent before"),
  CM_REP_AGAIN("ia-cm-lost-rtu#04", Evidence.DIALOG, "REP identical to the one sent before"),
  CM_RTU_AGAIN("ia-cm-duplicate-reply#02", Evidence.DIALOG, "RTU identical to the one sent before"),
  CM_DREQ_AGAIN(
      "ia-cm-disconnect-request#04", Evidence.DIALOG, "DREQ identical to the one sent before"),
  CM_DROPPED("ia-cm-header-checks#01", Evidence.ALL, "no response to what is to be dropped"),
  CM_REQ_EARLY("ia-cm-request-repeated#03", Evidence.ALL, "REQ again in time"),
  CM_REP_EARLY("ia-cm-lost-rtu#03", Evidence.ALL, "REP again in time"),
  CM_DREQ_EARLY("ia-cm-disconnect-request#04", Evidence.ALL, "DREQ again in time"),
  CM_REQ_COUNT("ia-cm-request-repeated#02", Evidence.ALL, "REQ no more often than it says"),
  CM_REP_COUNT("ia-cm-lost-rtu#02", Evidence.ALL, "REP no more often than REQ says"),
  CM_RTU_CAUSE("ia-cm-ready-to-use#01", Evidence.ALL, "RTU after REP"),
  CM_DREP_CAUSE("ia-cm-unknown-ids#01", Evidence.ALL, "DREP after DREQ"),
  CM_REQ_ENDS("ia-cm-ready-to-use#05", Evidence.ALL, "no REQ after its answer"),
  CM_REP_ENDS("ia-cm-reply#07", Evidence.ALL, "no REP after its answer"),
  CM_DREQ_ENDS("ia-cm-disconnect-request#05", Evidence.ALL, "no DREQ after DREP"),
  CM_DREQ_ANSWERED("ia-cm-disconnect#02", Evidence.ALL, "DREQ answered"),
  CM_SIDR_ANSWERED("ia-cm-sidr#01", Evidence.ALL, "SIDR_REQ answered"),

  /// Parameters of REQ and REP, and the connection's packets.
  FIRST_PSN("ia-cm-reply-parameters#01", Evidence.DIALOG, "first PSN as CM says"),
  SAID_PATH_MTU("ia-cm-reply-parameters#02", Evidence.DIALOG, "path MTU as CM says"),
  READS("ia-cm-reply-parameters#03", Evidence.ALL, "no more READs than CM allows");

  /// How much of the traffic must be in the capture for judging the rule.
  public enum Evidence {
    /// The single packet.
    PACKET,
    /// Several packets of one direction: judged unless something indicates that some are missing.
    DIRECTION,
    /// Consecutive packets of a direction without acknowledgments: judged unless something
    /// indicates that packets are duplicated or out of order.
    STREAM,
    /// Messages that refer to each other: judged if few refer to messages missing in the capture.
    DIALOG,
    /// Several packets of both directions: judged unless something indicates that some are missing.
    TRACE,
    /// Every packet: judged only if the user states that none is missing.
    ALL,
    /// Every packet of several connections, because one may have been aborted.
    HABIT
  }

  private final String assertion;
  private final Evidence evidence;
  private final String text;

  Rule(String assertion, Evidence evidence, String text) {
    this.assertion = assertion;
    this.evidence = evidence;
    this.text = text;
  }

  /// The assertion's id.
  public String assertion() {
    return assertion;
  }

  /// Returns the evidence that the rule needs.
  public Evidence evidence() {
    return evidence;
  }

  /// A short description.
  public String text() {
    return text;
  }
}
