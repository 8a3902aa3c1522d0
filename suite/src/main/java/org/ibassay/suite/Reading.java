package org.ibassay.suite;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A point that the specification leaves open, or that implementations interpret differently. A
/// test notes which way the DUT follows; this affects no verdict, unless the run is strict about
/// the reading or a public page decides it.
@SuppressWarnings("ImmutableEnumChecker") // its list is made by List.of
public enum Reading {
  UNSUPPORTED_ATTRIBUTE_CODE(
      "14.2.5",
      "Status.Code of a request for an optional attribute that the device does not have",
      way("code-3", "method and attribute combination not supported", "public pages"),
      way("code-2", "method not supported", "Linux qib (SLtoVL, VLArbitration)"),
      way("silence", "no response", "ibsim")),
  SMINFO_ABSENT(
      "14.2.5.13",
      "response to SMInfo on a node without a subnet manager",
      way("code-2", "method not supported", "public page, by the order of the codes"),
      way("code-3", "method and attribute combination not supported", "Linux qib and hfi1"),
      way("silence", "no response", "ibsim; every device with IsSMdisabled")),
  RO_ATTRIBUTE_SET_CODE(
      "14.2.5.1",
      "Status.Code of a Set of an attribute that has a Get only",
      way("code-3", "method and attribute combination not supported", "public pages, Linux qib"),
      way("code-2", "method not supported", "ibsim")),
  RO_FIELD_SET(
      "14.2.4",
      "response to a Set that changes a read-only component",
      way("code-0", "the component is ignored", "public pages, ibsim"),
      way("code-7", "the Set is rejected", "none known")),
  OTHER_PORT_SET(
      "14.2.5.6",
      "response to a Set of PortInfo for a port of a channel adapter that did not receive it",
      way("code-0", "the Set is ignored", "public page, Linux qib and hfi1"),
      way("code-7", "the Set is rejected", "ibsim")),
  PORT_NUMBER_HIGH_BITS(
      "14.2.5.6",
      "AttributeModifier 256 of PortInfo, which is port 256 or port 0 with a reserved bit set",
      way("code-7", "rejected, because no port has that number", "ibsim"),
      way("ignored", "the low eight bits select the port", "none known"),
      way("other-code", "answered with another code", "none known")),
  MODIFIER_IGNORED(
      "14.2.5",
      "AttributeModifier other than 0 with an attribute that does not use it",
      way("ignored", "answered like AttributeModifier 0", "ibsim"),
      way("code-7", "rejected", "Linux qib (NodeInfo, NodeDescription)")),
  SWITCHINFO_ILLEGAL(
      "14.2.5.4",
      "response to a Set of SwitchInfo with a value that has no meaning on the switch",
      way("code-7", "rejected", "public page C14_024_04_SW_03"),
      way("ignored", "code 0, the component is unchanged", "ibsim (default ports)"),
      way("stored", "code 0, the value is stored", "ibsim (LinearFDBTop)")),
  DEFAULT_PORTS_ABSENT(
      "14.2.5.4",
      "the default ports of a switch without the table that they belong to",
      way("ignored", "a Set is ignored", "ibsim"),
      way("stored", "a Set is stored", "none known"),
      way("code-7", "a Set is rejected", "none known")),
  RESPONSE_M_KEY(
      "14.2.1.2",
      "M_Key in the header of a response",
      way("request", "that of the request", "ibsim, Linux qib and hfi1"),
      way("zero", "0", "none known")),
  LIFETIME_ABOVE_19(
      "14.2.5.4",
      "LifeTimeValue from 20 to 31, all of which mean infinite",
      way("stored", "read back as written", "ibsim"),
      way("normalised", "read back as another value from 20 on", "none known")),
  LFT_UNKNOWN_PORT(
      "14.2.5.10",
      "value read from a linear forwarding entry for a port that the switch does not have",
      way("stored", "as written", "ibsim"),
      way("255", "as 255, no port", "none known")),
  LFT_BEYOND_CAP(
      "14.2.5.10",
      "entries beyond LinearFDBCap in the last block",
      way("0", "read as 0", "public pages"),
      way("255", "read as 255, no port", "none known")),
  VLARB_ANSWER_BEYOND_CAP(
      "14.2.5.9",
      "entries beyond the capacity in the response to a Set of VLArbitrationTable",
      way("zero", "0", "public pages"),
      way("echo", "as in the request", "ibsim")),
  P_KEY_ENTRY_0(
      "10.9.1",
      "first entry of a P_KeyTable, the default P_Key after power-on and until it is set",
      way("default-full", "0xFFFF", "ibsim, Linux qib"),
      way("default-limited", "0x7FFF", "none known"),
      way("other", "another P_Key or none", "none known")),
  P_KEY_ANSWER_BEYOND_CAP(
      "14.2.5.7",
      "entries beyond the capacity in the response to a Set of P_KeyTable",
      way("zero", "0", "Linux qib"),
      way("echo", "as in the request", "ibsim")),
  P_KEY_TWINS(
      "14.2.5.7",
      "full and limited P_Key of one partition in one P_KeyTable",
      way("stored", "both are stored", "ibsim; OpenSM can be configured to set both"),
      way("one", "the second reads 0", "Linux qib"),
      way("refused", "code 7", "none known")),
  P_KEY_TWICE(
      "14.2.5.7",
      "the same P_Key in two entries of one P_KeyTable",
      way("stored", "stored twice", "ibsim, Linux qib"),
      way("one", "one of them reads 0", "none known"),
      way("refused", "code 7", "none known")),
  P_KEY_8000(
      "14.2.5.7",
      "P_Key 0x8000, which is invalid like 0x0000",
      way("stored", "read back as written", "ibsim, Linux qib"),
      way("0", "read back as 0", "none known"),
      way("refused", "code 7", "none known")),
  ILLEGAL_SET_PARTIAL(
      "14.2.5.6",
      "the legal components of a Set that is rejected because of another",
      way("kept", "keep their values", "public pages, ibsim"),
      way("stored", "are stored", "Linux qib and hfi1")),
  SAME_STATE(
      "14.2.5.6",
      "a Set of PortState to the present state",
      way("accept", "code 0", "none known"),
      way("refuse", "code 7", "ibsim (uncabled ports)")),
  ARMED_FROM_ACTIVE(
      "14.2.5.6",
      "a Set of PortState Armed on an Active port",
      way("refuse", "code 7", "none known"),
      way("accept", "code 0", "none known")),
  VLSTALL_0(
      "14.2.5.6",
      "VLStallCount 0",
      way("stored", "read back as written", "none known"),
      way("other", "code 0, but read back as another value", "none known"),
      way("refused", "code 7", "none known")),
  LID_LMC_ALIGNMENT(
      "14.2.5.6",
      "a base LID whose low LMC bits are not 0",
      way("stored", "read back as written", "none known"),
      way("aligned", "read back with those bits 0", "none known"),
      way("refused", "code 7", "none known")),
  LINK_SPEED_COMBINATIONS(
      "14.2.5.6",
      "LinkSpeedEnabled 2, 4 or 6, a subset of the supported speeds without 2.5 Gb/s",
      way("accept", "code 0", "Linux qib"),
      way("refuse", "code 7", "none known")),
  RESERVED_OP_CODE(
      "9.7.4.1.3",
      "response to a packet with an OpCode that is reserved for reliable connections",
      way("nak", "NAK, invalid request", "none known"),
      way("silence", "no response", "Linux Soft-RoCE")),
  LENGTH_FAULT(
      "9.7.4.1.6",
      "NAK for a request of more than 2^31 bytes that also exceeds its memory region",
      way("invalid-request", "invalid request", "Linux Soft-RoCE of 6.12"),
      way("remote-access", "remote access error", "Linux Soft-RoCE of 6.1")),
  UD_RECEIVE_TOO_SMALL(
      "9.8.3",
      "the receive Work Request that a datagram is too long for",
      way("kept", "it remains posted for the next datagram", "Linux Soft-RoCE of 6.12"),
      way("ends", "it completes in error", "Linux Soft-RoCE of 6.1, whose QP fails, too")),
  UD_SEND_TOO_LONG(
      "10.7.2.1",
      "completion of a SEND of a datagram longer than the MTU",
      way("success", "it completes successfully, but is not sent", "Linux Soft-RoCE"),
      way("error", "it completes in error", "none known"),
      way("refused", "it cannot be posted", "none known"),
      way("nothing", "it does not complete", "none known")),
  ROCE_SOURCE_PORT(
      "17.9.2",
      "UDP source port of the packets of a QP over RoCEv2, which may distinguish flows",
      way("one", "all packets of the QP have the same port", "Linux Soft-RoCE"),
      way("several", "packets of the QP have different ports", "none known")),
  ROCE_CE(
      "17.9.3",
      "response to a packet whose ECN field reports congestion",
      way("none", "no CNP", "Linux Soft-RoCE"),
      way("cnp", "a CNP", "adapters with RoCEv2 congestion management")),
  ROCE_ODD_LENGTH(
      "9.2",
      "a SEND over RoCEv2 whose payload and pad are not a multiple of four bytes",
      way("refused", "it is dropped, or gets a NAK", "none known"),
      way("taken", "it is executed", "Linux Soft-RoCE")),
  ROCE_PAD(
      "9.2.4",
      "pad bytes of packets that the DUT sends",
      way("zero", "all of them are 0", "Linux Soft-RoCE"),
      way("other", "not all of them are 0", "none known")),
  ROCE_PRIORITY_TAG(
      "17.5",
      "a RoCEv2 frame with a priority tag (VLAN 0) to an adapter without VLAN",
      way("taken", "it is accepted", "none known"),
      way("dropped", "it is dropped", "QEMU's virtio-net before it reaches Linux Soft-RoCE")),
  UC_UNFINISHED(
      "9.8.2",
      "a message on an unreliable connection that begins before the previous one has ended",
      way("taken", "it is accepted", "Linux qib and hfi1"),
      way("dropped", "it is dropped, too", "Linux Soft-RoCE")),
  UC_IMMEDIATE_LOST(
      "9.8.2",
      "data of an RDMA WRITE with immediate data that finds no receive, on an unreliable"
          + " connection",
      way("dropped", "the data of the last packet is not stored", "Linux qib and Soft-RoCE"),
      way("stored", "the data is stored", "none known")),
  UD_HOP_LIMIT(
      "11.2.2.1",
      "hop limit of a datagram over RoCEv2",
      way("handle", "that of the address handle", "none known"),
      way("host", "the host's own", "Linux, which uses that of its route")),
  SA_EMPTY_TABLE(
      "15.4.4",
      "response to a GetTable that matches no record",
      way("empty", "Status 0 and an empty table", "OpenSM"),
      way("no-records", "status ERR_NO_RECORDS", "none known")),
  SA_UNASSIGNED_COMPONENT(
      "15.2.1.3",
      "a bit of the ComponentMask that is not assigned to a component of the record",
      way("ignored", "it is ignored", "OpenSM"),
      way("refused", "the request is rejected", "none known")),
  SA_LID_IN_RANGE(
      "15.2.5",
      "a LID in a request that is not the base LID of a port with several, but another",
      way("record", "it selects the port's records", "OpenSM"),
      way("none", "it selects no record", "none known")),
  SA_PROXY_JOIN(
      "15.2.5.17",
      "a request by which a port joins another port of its partition to a multicast group",
      way("joined", "the other port joins", "OpenSM"),
      way("refused", "the request is rejected", "none known")),
  SA_SHARED_MLID(
      "15.2.5.17",
      "MLIDs of multicast groups, of which there are fewer than MGIDs",
      way("own", "each group has its own while there are enough", "OpenSM"),
      way("shared", "groups share an MLID", "RFC 4391, which allows it")),
  SA_WRONG_METHOD(
      "13.4.7",
      "a request to subnet administration with a method that the attribute does not have",
      way("code-3", "method and attribute combination not supported", "OpenSM (ClassPortInfo)"),
      way("code-2", "method not supported", "none known"),
      way("other-code", "another nonzero status", "OpenSM (InformInfo)"),
      way("silence", "no response", "OpenSM")),
  SA_CLASS_VERSION(SaReadings.CLASS_VERSION),
  SA_UNKNOWN_METHOD(
      "13.4.7",
      "a request to subnet administration with an undefined method",
      way("code-2", "method not supported", "none known"),
      way("code-3", "method and attribute combination not supported", "none known"),
      way("other-code", "another nonzero status", "none known"),
      way("silence", "no response", "OpenSM")),
  SA_INVALID_MGID(SaReadings.INVALID_MGID),
  SA_UNKNOWN_MEMBER(SaReadings.UNKNOWN_MEMBER),
  SA_UNKNOWN_PATH_GID(SaReadings.UNKNOWN_PATH_GID),
  SA_PATH_ROUTED(SaReadings.PATH_ROUTED),
  SA_GROUP_ABOVE_PORT(SaReadings.GROUP_ABOVE_PORT),
  SA_GROUP_LARGEST(SaReadings.GROUP_LARGEST),
  SA_GROUP_LIFETIME(SaReadings.GROUP_LIFETIME),
  SA_UNNAMED_IDENTITY(SaReadings.UNNAMED_IDENTITY),
  SA_SERVICE_WITHOUT_P_KEY(SaReadings.SERVICE_WITHOUT_P_KEY),
  REPORT_NOTICE_COUNT(SaReadings.REPORT_NOTICE_COUNT),
  REPORT_OVERLAP(SaReadings.REPORT_OVERLAP),
  SM_MFT_AFTER_GROUP(SaReadings.MFT_AFTER_GROUP),
  REPORT_REPEATED(
      "13.4.11",
      "a Report without a ReportResp",
      way("repeated", "it is repeated", "none known"),
      way("once", "it is sent once", "none known")),
  TRAP_REPEATED(
      "13.4.9",
      "a trap that is not repressed",
      way("repeated", "it is repeated", "Linux hfi1"),
      way("once", "it is sent once", "ibsim, Linux qib")),
  TRAP_REPRESS_MATCH(
      "13.4.9",
      "fields of a TrapRepress that must match the trap",
      way("both", "TransactionID and Notice", "none known"),
      way("transaction", "TransactionID only", "Linux hfi1"),
      way("notice", "Notice only", "none known"),
      way("either", "TransactionID or Notice", "none known")),
  TRAP_256(
      "14.2.5.1",
      "trap 256 of a device with IsTrapSupported, after a request with a wrong M_Key",
      way("sent", "it is sent", "Linux qib and hfi1"),
      way("none", "it is not sent", "ibsim")),
  TRAP_256_LIDADDR(
      "14.2.5.1",
      "LIDADDR of trap 256",
      way("requester", "SLID of the request", "none known"),
      way("own", "the LID of the DUT", "Linux qib and hfi1"),
      way("other", "neither", "none known")),
  TRAP_259(
      "14.2.5.1",
      "trap 259 of a switch that declares it, after a dropped request of another partition",
      way("sent", "it is sent", "none known"),
      way("none", "it is not sent", "none known")),
  TRAP_144_OF_SET(
      "14.2.5.1",
      "trap 144 after a Set of NodeDescription, LinkWidthEnabled or LinkSpeedEnabled",
      way("none", "it is not sent, because the manager made the change", "Linux qib and hfi1"),
      way("sent", "it is sent", "ibsim")),
  RMPP_WINDOW_SHRINKS(
      "13.6.6",
      "an ACK whose NewWindowLast is less than that of an earlier one",
      way("abort", "ABORT, NewWindowLast too small", "OpenSM's own RMPP, Solaris"),
      way("ignored", "it is ignored", "Linux")),
  RMPP_WRONG_ACK(
      "13.6.6",
      "a MAD from the receiver with a wrong version or number",
      way("abort", "ABORT with the reason", "Linux, Solaris"),
      way("ignored", "no ABORT", "none known")),
  RMPP_WRONG_SEGMENT(
      "13.6.6",
      "a segment with a wrong version or number",
      way("abort", "ABORT with the reason", "Linux"),
      way("ignored", "no ABORT", "none known")),
  RMPP_TURN(
      "13.6.3",
      "when a segmented request is answered",
      way(
          "awaited",
          "when the requester has turned the direction by an ACK of segment 0",
          "none known"),
      way("at-once", "as soon as it is complete", "Linux")),
  RMPP_GIVING_UP(
      "13.6.6",
      "what is sent when the retries of segments are exhausted",
      way("abort", "ABORT", "none known"),
      way("silence", "nothing", "Linux")),
  CM_EARLY_TIMERS(GmpReadings.CM_EARLY_TIMERS),
  CM_NO_RTU(GmpReadings.CM_NO_RTU),
  CM_NO_REP(GmpReadings.CM_NO_REP),
  CM_DATA_FOR_RTU(GmpReadings.CM_DATA_FOR_RTU),
  CM_UNKNOWN_CONNECTION(GmpReadings.CM_UNKNOWN_CONNECTION),
  CM_OTHER_QP(GmpReadings.CM_OTHER_QP),
  CM_ALTERNATE_PATH(GmpReadings.CM_ALTERNATE_PATH),
  CM_IP_HEADER(GmpReadings.CM_IP_HEADER),
  PMA_SET_VALUE(GmpReadings.PMA_SET_VALUE),
  PMA_EXTENDED_SET(GmpReadings.PMA_EXTENDED_SET),
  PMA_OTHER_PORT(GmpReadings.PMA_OTHER_PORT),
  PMA_PORT_0(GmpReadings.PMA_PORT_0),
  PMA_UNKNOWN_METHOD(GmpReadings.PMA_UNKNOWN_METHOD),
  PMA_SMPS_COUNTED(GmpReadings.PMA_SMPS_COUNTED),
  PMA_TRAFFIC(GmpReadings.PMA_TRAFFIC),
  PMA_SAMPLES_BUSY(GmpReadings.PMA_SAMPLES_BUSY);

  private final String section;
  private final String question;
  private final List<Way> ways;

  /// An interpretation: its id, what a device that follows it does, and devices known to do so.
  public record Way(String id, String meaning, String witnesses) {}

  Reading(String section, String question, Way... ways) {
    this.section = section;
    this.question = question;
    this.ways = List.of(ways);
  }

  Reading(GmpReadings.Text text) {
    this.section = text.section();
    this.question = text.question();
    this.ways = text.ways();
  }

  private static Way way(String id, String meaning, String witnesses) {
    return new Way(id, meaning, witnesses);
  }

  /// The id that users write, e.g. `other-port-set`.
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The section of the specification that concerns it.
  public String section() {
    return section;
  }

  /// The open point, as a noun phrase.
  public String question() {
    return question;
  }

  /// The known ways. The first is closest to the literal requirement of the specification or of a
  /// public page; a run that is strict without naming a way requires it.
  public List<Way> ways() {
    return ways;
  }

  /// Returns the way with that id.
  public Optional<Way> way(String wayId) {
    return ways.stream().filter(way -> way.id.equals(wayId)).findFirst();
  }

  /// Returns the reading with that id.
  public static Optional<Reading> of(String id) {
    return Arrays.stream(values()).filter(reading -> reading.id().equals(id)).findFirst();
  }
}
