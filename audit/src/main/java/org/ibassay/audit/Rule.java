package org.ibassay.audit;

/// What is checked in a capture, each with the assertion that a live test checks it for.
public enum Rule {
  /// Headers, lengths and ICRC of a packet by itself.
  WHOLE("ia-rc#01", Evidence.PACKET, "packets whole, ICRC right"),
  HEADER("ia-rc#02", Evidence.PACKET, "TVer 0, no reserved Syndrome"),
  PARTITION("ia-rc#02", Evidence.TRACE, "one partition"),
  /// Lengths that a request may have whatever goes before.
  REQUEST_LENGTH("ia-r09-sent-packets#01", Evidence.PACKET, "lengths of requests"),
  /// First, Middle, Last and Only, and how much they bring together.
  REQUEST_SEQUENCE("ia-r09-sent-packets#01", Evidence.DIRECTION, "packets of a message"),
  CONTINUITY("ia-r09-sent-packets#01", Evidence.ALL, "PSNs without a gap"),
  PATH_MTU("ia-r09-sent-packets#01", Evidence.DIRECTION, "one path MTU"),
  ACK_ASKED("ia-r09-sent-packets#02", Evidence.HABIT, "acknowledges asked for"),
  READ_RETRY("ia-r09-read-retry#01", Evidence.TRACE, "READs asked for again"),
  RNR_WAIT("V1c09-130#01", Evidence.TRACE, "wait after an RNR NAK"),
  GO_BACK("ia-r09-sequence-nak#02", Evidence.ALL, "what follows a NAK or RNR NAK"),
  RESPONSE_KIND("ia-r09-response-order#01", Evidence.TRACE, "responses of the right kind"),
  RESPONSE_ORDER("ia-r09-response-order#01", Evidence.TRACE, "order of responses"),
  /// OpCode, length and Syndrome of the packets that answer a READ.
  READ_RESPONSE("ia-r09-message-lengths#02", Evidence.TRACE, "responses to READs"),
  /// A response that answers what was not sent yet.
  RESPONSE_PSN("ia-r09-message-lengths#01", Evidence.ALL, "PSNs of responses"),
  ANSWERED("ia-r09-message-lengths#01", Evidence.ALL, "requests answered"),
  /// No bytes reach no memory, so that there is no access to refuse (9.7.4.1.5).
  NO_ACCESS("ia-r09-message-lengths#01", Evidence.TRACE, "READs and WRITEs of no bytes"),
  /// The original value is told again when an atomic is asked for again.
  ATOMIC_AGAIN("ia-r09-duplicates#01", Evidence.TRACE, "answers to atomics asked for again"),
  MSN("ia-r09-msn#01", Evidence.TRACE, "MSNs"),
  SEQUENCE_NAK("ia-r09-psn-gap#01", Evidence.TRACE, "NAKs for a PSN sequence error"),
  /// A gap that was acknowledged.
  GAP("ia-r09-psn-gap#01", Evidence.ALL, "gaps in the PSNs refused"),
  /// An invalid request that was acknowledged.
  REFUSED("ia-r09-invalid-request#01", Evidence.TRACE, "invalid requests refused"),
  LENGTH_LIMIT("ia-r09-length-limit#01", Evidence.TRACE, "more than 2^31 bytes refused"),
  RESERVED_OP_CODE("ia-r09-reserved-op-code#01", Evidence.TRACE, "reserved OpCodes refused"),
  /// A response to a packet that is to be dropped.
  DROPPED("ia-r09-header-checks#01", Evidence.TRACE, "wrong packets dropped"),
  ERROR_STATE("ia-r09-error-state#02", Evidence.ALL, "silence after a refusal"),

  UC_WHOLE("ia-uc-sent-messages#01", Evidence.PACKET, "UC packets whole, ICRC right"),
  UC_HEADER("ia-uc-sent-messages#01", Evidence.PACKET, "TVer and reserved bits of UC, a P_Key"),
  UC_LENGTH("ia-uc-sent-messages#01", Evidence.PACKET, "lengths of UC packets"),
  UC_ASKS("ia-uc-sent-messages#03", Evidence.PACKET, "UC: no AckReq, and SE at a message's end"),
  /// First, Middle, Last and Only, one PSN each, and how much they bring together.
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
  GSI_ACK_REQ("ia-cm-datagrams#04", Evidence.PACKET, "QP1: no AckReq");

  /// How much of the traffic must be in the capture before the rule can be judged.
  public enum Evidence {
    /// The one packet.
    PACKET,
    /// Several packets of one direction: judged while nothing says that some are missing.
    DIRECTION,
    /// Neighbouring packets of a direction that has no acknowledges: judged while nothing says that
    /// packets are there twice or out of order.
    STREAM,
    /// Several packets, of both directions: judged while nothing says that some are missing.
    TRACE,
    /// Every packet: judged only where the user says that nothing is missing.
    ALL,
    /// Every packet of several connections, since one may have been broken off.
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

  /// What it takes to judge it.
  public Evidence evidence() {
    return evidence;
  }

  /// In a few words.
  public String text() {
    return text;
  }
}
