package org.ibassay.device.variant;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.SM;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// The parameters of a simulated device's URI, except `deviation`, `seed`, those of its link
/// ([org.ibassay.link.impaired.Impairment#PARAMETERS]) and hostility: the table by which URIs are
/// parsed and documented. Devices that differ only in these parameters conform.
@SuppressWarnings("ImmutableEnumChecker") // its set and list are made by Set.of and List.of
public enum SimParameter {
  PORTS("ports", "how many ports; of a switch, without port 0", ALL, 1, 254),
  CABLED("cabled", "how many ports are cabled to a tester port each", ALL, 1, 254),
  FROM_PORT("from-port", "the first port that is cabled; the others follow", ALL, 1, 254),
  NATIVE_FRAMING("framing", "what packets of the transport are carried in", Set.of(CA), "roce|ib"),
  PORT_STATE(
      "port-state",
      "state of cabled ports, at both ends; down: the tester's end is disabled",
      ALL,
      "initialize|armed|active|down"),
  LID(
      "lid",
      "first LID (0: none yet, nor a MasterSMLID); of sm, the first that it gives out",
      ALL,
      0,
      0x7FFF),
  LMC("lmc", "LMC of all ports but those of switches", Set.of(SM), 0, 7),
  SWITCHES(
      "switches", "how many switches stand between each tester port and the DUT", Set.of(SM), 0, 2),
  SWITCH_PARTITION(
      "switch-partition", "their membership in the default partition", Set.of(SM), "full|limited"),
  HOST("host", "whether an adapter is cabled to the switch at the DUT", Set.of(SM)),
  SM_PRIORITY("sm-priority", "SMInfo:Priority", Set.of(SM), 0, 15),
  SM_GUID(
      "sm-guid",
      "how PortGUID compares with the tester's: lower, higher in the lower 32 bits, higher in the"
          + " upper 32 bits but lower in the others, or higher by bit 63 alone",
      Set.of(SM),
      "lower|higher|upper|bit-63"),
  SM_POLL("sm-poll", "seconds between two polls of a master", Set.of(SM), 1, 15),
  SM_HANDOVER(
      "sm-handover",
      "when a master that hands the subnet over becomes Standby",
      Set.of(SM),
      "acknowledged|at-once"),
  MULTICAST("multicast", "IsUDMulticastSupported: whether groups can be joined", Set.of(SM)),
  SUBSCRIPTIONS("subscriptions", "whether events can be subscribed for", Set.of(SM)),
  UNANSWERED_REPORT(
      "unanswered-report", "what becomes of a Report unanswered", Set.of(SM), "repeat|once"),
  PROXY_JOIN(
      "proxy-join",
      "whether a port joins a multicast group by another port's request",
      Set.of(SM),
      "join|refuse"),
  MLIDS("mlids", "whether each multicast group has an MLID of its own", Set.of(SM), "own|shared"),
  MFT_AFTER_GROUP(
      "mft-after-group",
      "what becomes of the entries of a switch for a multicast group that is no more",
      Set.of(SM),
      "clear|keep"),
  WRONG_METHOD(
      "wrong-method",
      "what becomes of a method that subnet administration lacks, be it for one attribute",
      Set.of(SM),
      "answer|code-2|other|silent"),
  RMPP(
      "rmpp",
      "how tables are sent where 13.6 is open; flow: as its diagrams; linux: gives up in silence,"
          + " sends one segment again at a time; lenient: ignores wrong ACKs",
      Set.of(SM),
      "usual|flow|linux|lenient"),
  MULTIPATH(
      "multipath", "IsMultiPathSupported: whether MultiPathRecord can be requested", Set.of(SM)),
  MULTIPATH_TURN(
      "multipath-turn",
      "when a request in segments is answered: when the requester turns the direction of the"
          + " transfer, or as soon as it is whole",
      Set.of(SM),
      "awaited|at-once"),
  MULTIPATH_WINDOW(
      "multipath-window",
      "how many segments of a request may be sent between two acknowledges",
      Set.of(SM),
      1,
      64),
  MCAST_CAP("mcast-cap", "MulticastFDBCap", Set.of(SWITCH), 0, 16384),
  MCAST_TOP("mcast-top", "IsMulticastFDBTopSupported", Set.of(SWITCH)),
  LINEAR_CAP("linear-cap", "LinearFDBCap", Set.of(SWITCH), 0, 49152),
  RANDOM_CAP("random-cap", "RandomFDBCap; needs linear-cap=0", Set.of(SWITCH), 0, 49152),
  LFT_UNKNOWN_PORT(
      "lft-unknown-port",
      "what a linear forwarding entry for a port that the switch lacks reads as",
      Set.of(SWITCH),
      "stored|255"),
  LFT_BEYOND_CAP(
      "lft-beyond-cap",
      "what entries beyond LinearFDBCap in the last block read as",
      Set.of(SWITCH),
      "0|255"),
  LIFETIME_ABOVE_19(
      "lifetime-above-19",
      "what LifeTimeValue and HOQLife from 20 to 31 read as: as written, or as 31",
      Set.of(SWITCH),
      "stored|normalised"),
  SWITCHINFO_ILLEGAL(
      "switchinfo-illegal",
      "what becomes of a Set of SwitchInfo with a value that has no meaning on the switch",
      Set.of(SWITCH),
      "store|ignore|refuse"),
  DEFAULT_PORTS_ABSENT(
      "default-ports-absent",
      "what becomes of a default port without the table that it belongs to",
      Set.of(SWITCH),
      "store|ignore|refuse"),
  ENHANCED_PORT0("enhanced-port0", "whether port 0 is an enhanced one", Set.of(SWITCH)),
  ENFORCEMENT(
      "enforcement",
      "InboundEnforcementCap and OutboundEnforcementCap",
      Set.of(SWITCH),
      "both|in|out|none"),
  ENFORCEMENT_CAP("enforcement-cap", "PartitionEnforcementCap", Set.of(SWITCH), 0, 0xFFFF),
  ENFORCEMENT_TRAP("enforcement-trap", "IsPKeySwitchExternalPortTrapSupported", Set.of(SWITCH)),
  PARTITION_CAP("partition-cap", "PartitionCap", ALL, 1, 0xFFFF),
  P_KEY_TWINS(
      "p-key-twins",
      "what becomes of two P_Keys of one partition, both memberships or twice the same",
      ALL,
      "stored|one|refuse"),
  P_KEY_ANSWER(
      "p-key-answer", "P_KeyTable beyond its capacity in responses to a Set", ALL, "zero|echo"),
  P_KEY_INVALID("p-key-8000", "what becomes of P_Key 0x8000", ALL, "stored|0|refuse"),
  FILTER_RAW(
      "filter-raw",
      "FilterRawPacketInboundCap and FilterRawPacketOutboundCap",
      Set.of(SWITCH),
      "none|out|in|both"),
  EXTERNAL_ABSENT(
      "external-absent",
      "what external ports show in components that only port 0 has",
      Set.of(SWITCH),
      "zero|port0"),
  DOWN_PORT(
      "down-port",
      "whether an external port stores NeighborMTU and OperationalVLs while it is Down",
      Set.of(SWITCH),
      "store|hold"),
  VL_CAP("vl-cap", "VLCap", ALL, 1, 5),
  SL_MAPPING("sl-mapping", "IsSLMappingSupported", ALL),
  VL_ARB_HIGH_CAP("vl-arb-high-cap", "VLArbitrationHighCap", ALL, 0, 64),
  VL_ARB_LOW_CAP("vl-arb-low-cap", "VLArbitrationLowCap", ALL, 0, 64),
  VL_ARB_ANSWER(
      "vl-arb-answer", "VLArbitrationTable beyond its capacity in responses", ALL, "zero|echo"),
  SM_DISABLED("sm-disabled", "IsSMdisabled", ALL),
  MTU_CAP("mtu-cap", "MTUCap", ALL, 1, 5),
  WIDTHS("widths", "LinkWidthSupported; from 16 on with IsLinkWidth2xSupported", ALL, 1, 31),
  SPEEDS("speeds", "LinkSpeedSupported: 1, 3, 5 or 7", ALL, 1, 7),
  EXT_SPEEDS("ext-speeds", "LinkSpeedExtSupported; 0: no extended speeds", ALL, 0, 15),
  REINIT("reinit", "IsReinitSupported", ALL),
  CLIENT_REREGISTER("client-reregister", "IsClientReregistrationSupported", ALL),
  GUID_CAP("guid-cap", "GUIDCap", ALL, 0, 255),
  RESP_TIME_VALUE("resp-time-value", "RespTimeValue", ALL, 0, 20),
  RESPONSE_MICROS("response-micros", "time to an answer, in microseconds", ALL, 0, 60_000_000),
  SAME_STATE("same-state", "response to a Set of the present PortState", ALL, "accept|refuse"),
  ARMED_FROM_ACTIVE(
      "armed-from-active", "a Set of PortState Armed in Active", ALL, "ignore|accept|refuse"),
  VLSTALL_0("vlstall-0", "a Set of VLStallCount 0", Set.of(SWITCH), "keep|store|refuse"),
  LID_LMC_ALIGNMENT(
      "lid-lmc-alignment", "a base LID with low LMC bits set", ALL, "stored|aligned|refuse"),
  LINK_SPEED_COMBINATIONS(
      "link-speed-combinations", "a Set of LinkSpeedEnabled 2, 4 or 6", ALL, "refuse|accept"),
  RO_FIELD_SET("ro-field-set", "a Set that changes read-only components", ALL, "ignore|refuse"),
  OTHER_PORT_SET(
      "other-port-set",
      "what becomes of a Set of PortInfo for another port",
      WITH_END_PORTS,
      "ignore|refuse"),
  PORT_NUMBER_HIGH_BITS(
      "port-number-high-bits",
      "what becomes of bits 8 to 30 of AttributeModifier in requests of PortInfo",
      WITH_END_PORTS,
      "refuse|ignore"),
  ILLEGAL_SET(
      "illegal-set",
      "what is rejected of a Set of PortInfo with an illegal value: all of it, or that value",
      ALL,
      "whole|partial"),
  VIOLATIONS("violations", "what the violation counters of PortInfo start with", ALL, 0, 0xFFFF),
  UNSUPPORTED_CODE(
      "unsupported-code",
      "Status.Code for an optional attribute that it does not have, SMInfo among them",
      ALL,
      "3|2"),
  READ_ONLY_SET_CODE(
      "read-only-set-code",
      "Status.Code for a Set of NodeInfo, or of a NodeDescription that cannot be set",
      ALL,
      "3|2"),
  UNUSED_MODIFIER(
      "unused-modifier",
      "what becomes of an AttributeModifier that NodeInfo, NodeDescription, LedInfo or performance"
          + " management has no use for",
      ALL,
      "ignore|refuse"),
  RESPONSE_M_KEY("response-m-key", "M_Key in the header of responses", ALL, "request|zero"),
  SET_NODE_DESCRIPTION("set-node-description", "IsSetNodeDescriptionSupported", ALL),
  LED("led", "IsLEDInfoSupported", ALL),
  TRAPS("traps", "IsTrapSupported: whether traps are sent", ALL),
  TRAP_TIMES("trap-times", "how often a trap is sent that is not repressed", ALL, "8|3|1"),
  TRAP_REPRESS(
      "trap-repress",
      "what of a TrapRepress has to be as in the trap: TransactionID, Notice, or both",
      ALL,
      "both|transaction|notice"),
  TRAP_OF_SET(
      "trap-of-set",
      "IsOtherLocalChangesNoticeSupported: whether trap 144 reports what a Set has changed",
      ALL),
  NOTICE("notice", "IsNoticeSupported", ALL),
  PMA_EXTENDED(
      "pma-extended",
      "which PortCountersExtended performance management has: none, or without counters of unicast"
          + " and multicast packets",
      ALL,
      "none|no-ietf"),
  PMA_ALL_PORTS("pma-all-ports", "AllPortSelect: whether PortSelect may be 255", ALL),
  PMA_SET(
      "pma-set",
      "what becomes of a counter that is set: it has the value, or is cleared, alone or both in"
          + " PortCounters and PortCountersExtended",
      ALL,
      "value|clear|clear-both"),
  PMA_OTHER_PORT(
      "pma-other-port", "response to another port's PortSelect", WITH_END_PORTS, "answer|refuse"),
  PMA_SAMPLES("pma-samples", "counters of PortSamplesControl; 0: not supported", ALL, 0, 15),
  PMA_BUSY("pma-busy", "response to a Set during a sample: code 0 or 7", ALL, "ignore|refuse"),
  FIRMWARE("firmware", "version that it reports as devices of Mellanox do", ALL, 0, Long.MAX_VALUE),
  PMA_SPEEDS("pma-speeds", "whether it has PortExtendedSpeedsCounters", ALL),
  PMA_RS_FEC("pma-rs-fec", "IsRSFECModeSupported: whether it counts as with Reed-Solomon FEC", ALL),
  IPV6("ip", "which IP the tester speaks", Set.of(CA), "4|6"),
  MAX_READS(
      "max-reads", "RDMA READs and atomics that a QP may have outstanding", Set.of(CA), 1, 128),
  ATOMICS("atomics", "whether CmpSwap and FetchAdd are served", Set.of(CA), "none|device|global"),
  ATOMIC_WRITE("atomic-write", "whether ATOMIC WRITE is served", Set.of(CA)),
  FLUSH("flush", "whether FLUSH is served", Set.of(CA)),
  WINDOWS("windows", "whether memory windows and SEND with Invalidate are served", Set.of(CA)),
  SHARED_RECEIVES("shared-receives", "whether QPs can share their receives", Set.of(CA)),
  COALESCED_ACKS(
      "acks",
      "whether an ACK of a SEND or RDMA WRITE is left out when another response follows it",
      Set.of(CA),
      "each|coalesced"),
  ACK_TIMEOUT_TIMES(
      "ack-timeout-times", "ACK timeouts until a request is sent again", Set.of(CA), 1, 4),
  CREDITS("credits", "whether acknowledges count posted receives", Set.of(CA)),
  IGNORES_RESERVED(
      "reserved-opcodes", "what becomes of a reserved OpCode of RC", Set.of(CA), "refuse|ignore"),
  UD_TOO_LONG(
      "ud-too-long",
      "what becomes of a receive that a datagram is too long for: it is left, or ends with an"
          + " error",
      Set.of(CA),
      "keep|end"),
  UD_OVER_MTU(
      "ud-over-mtu",
      "what becomes of a datagram to be sent that is longer than the MTU",
      Set.of(CA),
      "complete|refuse"),
  VLAN("vlan", "VLAN of RoCE frames; 0: none", Set.of(CA), 0, 4094),
  UC_UNFINISHED(
      "uc-unfinished",
      "what becomes of a message that begins before the one before it has ended, on an unreliable"
          + " connection",
      Set.of(CA),
      "start|drop"),
  LIMITED_MEMBER("partition", "membership in the default partition", Set.of(CA), "full|limited"),
  SECOND_PARTITION(
      "second-partition",
      "whether P_KeyTable has the P_Key 0x8001, in which QP1 of an adapter is reached, too; of a"
          + " manager, that of the testers, too",
      Set.of(CA, SM)),
  CM_PORT(
      "cm",
      "TCP port, in IP CM's ServiceIDs, at which it accepts connections; 0: it accepts none",
      Set.of(CA),
      0,
      0xFFFF),
  PROGRAM("program", "what runs on its host: an agent, or rping -s", Set.of(CA), "agent|rping"),
  CM_MRA("cm-mra", "whether an MRA precedes REP and RTU", Set.of(CA)),
  CM_DUPLICATE(
      "cm-duplicate",
      "whether REP is sent again at once when REQ is, or when its time has come",
      Set.of(CA),
      "repeat|wait"),
  CM_DATA(
      "cm-data",
      "whether a packet of the connection establishes it as RTU does",
      Set.of(CA),
      "establishes|ignored"),
  CM_NO_RTU(
      "cm-no-rtu",
      "whether REJ is sent when RTU or the answer to REQ stays away, or nothing",
      Set.of(CA),
      "reject|silent"),
  CM_OTHER_QP("cm-other-qp", "response to a DREQ for another QP", Set.of(CA), "silent|drep"),
  CM_TIMERS(
      "cm-timers",
      "whether times of communication management are exact, or early as those of Linux",
      Set.of(CA),
      "exact|early"),
  CM_RETRIES("cm-retries", "Max CM Retries of the REQs that it sends", Set.of(CA), 0, 15),
  CM_LAP(
      "cm-lap",
      "whether an alternate path is loaded over native InfiniBand, or rejected as not supported",
      Set.of(CA),
      "load|refuse"),
  CONGESTION("ce", "whether CNPs report congestion, or one in 20 us", Set.of(CA), "none|cnp|paced"),
  ASIDES(
      "asides",
      "whether it also sends what belongs to no connection (CNPs, datagrams, ARP requests), repeats"
          + " acknowledges, and fills frames up",
      Set.of(CA));

  private final String word;
  private final String meaning;
  private final Set<NodeKind> kinds;
  private final long low;
  private final long high;
  private final List<String> words;

  SimParameter(String word, String meaning, Set<NodeKind> kinds, long low, long high) {
    this.word = word;
    this.meaning = meaning;
    this.kinds = kinds;
    this.low = low;
    this.high = high;
    this.words = List.of();
  }

  SimParameter(String word, String meaning, Set<NodeKind> kinds) {
    this(word, meaning, kinds, "false|true");
  }

  /// @param words the allowed words, as `accept|refuse`
  SimParameter(String word, String meaning, Set<NodeKind> kinds, String words) {
    this.word = word;
    this.meaning = meaning;
    this.kinds = kinds;
    this.words = List.of(words.split("\\|"));
    this.low = 0;
    this.high = this.words.size() - 1L;
  }

  /// Its name in a URI.
  public String word() {
    return word;
  }

  /// A description for users.
  public String meaning() {
    return meaning;
  }

  /// Whether a kind has it.
  public boolean isOf(NodeKind kind) {
    return kinds.contains(kind) || kinds.contains(kind.node());
  }

  /// The minimum.
  public long low() {
    return low;
  }

  /// The maximum.
  public long high() {
    return high;
  }

  /// The allowed words, each representing its index; empty for a number.
  public List<String> words() {
    return words;
  }

  /// Returns the legal values as text: `1 to 254` or `accept|refuse`.
  public String range() {
    String numbers = this == FIRMWARE ? "MAJOR.MINOR.SUBMINOR" : low + " to " + high;
    return words.isEmpty() ? numbers : String.join("|", words);
  }

  /// Returns the parameters of a kind, in the order of the table.
  public static List<SimParameter> of(NodeKind kind) {
    return Arrays.stream(values()).filter(p -> p.isOf(kind)).toList();
  }
}
