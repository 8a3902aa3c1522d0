package org.ibassay.qualify;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Conforming simulated DUTs with different parameters. Every test must pass on each of them, or
/// not apply; only the checks of a public page's literal requirement fail on a DUT that follows
/// another way, as listed in [VariantReadings].
final class Variants {
  private static final long SEED = 0x1BA55A04;
  private static final int RANDOM_PSNS = 6;
  private static final List<Integer> EDGE_PSNS =
      List.of(0, 1, 0x7FFFFF, 0x800000, 0xFFFFF0, 0xFFFFFD, 0xFFFFFE, 0xFFFFFF);

  /// Variants that do not depend on the PSN are tried with a PSN that wraps.
  private static final Map<String, String> ONE_PSN = Map.of("START_PSN", "0xFFFFFE");

  private static final List<Integer> CAPACITIES = List.of(0, 1, 31, 32, 33, 100, 1000, 1024, 16384);
  private static final List<Integer> PORTS = List.of(1, 14, 15, 16, 17, 36, 254);

  private static final List<String> END_PORTS =
      List.of(
          "",
          "?ports=1",
          "?ports=254&cabled=3&from-port=252",
          "?ports=4&cabled=1",
          "?port-state=armed",
          "?port-state=active",
          "?port-state=active&same-state=refuse",
          "?port-state=armed&same-state=refuse",
          "?lid=17",
          "?lid=0",
          "?vl-cap=1&sl-mapping=false",
          "?vl-cap=1",
          "?vl-cap=1&sl-mapping=true",
          "?vl-cap=2",
          "?vl-cap=3",
          "?vl-cap=5",
          "?vl-arb-high-cap=0&vl-arb-low-cap=1",
          "?vl-arb-high-cap=8&vl-arb-low-cap=8&vl-arb-answer=echo",
          "?vl-arb-high-cap=31&vl-arb-low-cap=32",
          "?vl-arb-high-cap=33&vl-arb-low-cap=63",
          "?mtu-cap=1",
          "?mtu-cap=5",
          "?widths=1",
          "?widths=3",
          "?widths=15",
          "?widths=31",
          "?speeds=1",
          "?speeds=3&ext-speeds=0",
          "?speeds=7&ext-speeds=15",
          "?reinit=true&client-reregister=true",
          "?reinit=false&client-reregister=false",
          "?reinit=true&client-reregister=false",
          "?resp-time-value=0",
          "?resp-time-value=20&response-micros=150000",
          "?same-state=refuse&other-port-set=refuse",
          "?sm-disabled=true",
          "?illegal-set=partial",
          "?illegal-set=partial&lid=17&port-state=active",
          "?vl-cap=1&unsupported-code=2",
          "?led=false",
          "?led=false&unsupported-code=2",
          "?set-node-description=true",
          "?read-only-set-code=2",
          "?unused-modifier=refuse",
          "?response-m-key=zero",
          "?partition-cap=1",
          "?partition-cap=2&p-key-twins=one",
          "?partition-cap=31&p-key-answer=echo&p-key-twins=refuse&p-key-8000=0",
          "?partition-cap=33&ports=1&p-key-8000=refuse",
          "?partition-cap=4001",
          "?violations=3&port-number-high-bits=ignore",
          "?traps=true",
          "?traps=true&trap-times=1&lid=9&port-state=active&unsupported-code=2",
          "?traps=true&trap-times=3&trap-repress=notice&trap-of-set=true&notice=true",
          "?traps=true&trap-repress=transaction&trap-of-set=true&set-node-description=true",
          "?lid=17&port-state=active&pma-set=clear&pma-other-port=refuse&pma-samples=15"
              + "&pma-busy=refuse",
          "?lid=17&port-state=active&pma-set=clear-both&pma-samples=1",
          "?lid=17&port-state=active&pma-extended=none&pma-all-ports=false&unused-modifier=refuse"
              + "&unsupported-code=2&ports=1&pma-samples=0&pma-speeds=false");

  private static final List<String> SWITCHES =
      List.of(
          "?enhanced-port0=true",
          "?ports=254&cabled=2&from-port=100",
          "?port-state=armed",
          "?port-state=active&lid=9",
          "?vl-cap=1&sl-mapping=false",
          "?vl-cap=1&unsupported-code=2",
          "?vl-cap=1&sl-mapping=false&enhanced-port0=true&unsupported-code=2",
          "?vl-cap=1&sl-mapping=false&ports=1",
          "?vl-cap=1&sl-mapping=true",
          "?vl-cap=2",
          "?vl-cap=3",
          "?vl-cap=5&ports=1&enhanced-port0=true",
          "?vl-cap=5&ports=49",
          "?sm-disabled=true",
          "?vl-arb-high-cap=1&vl-arb-low-cap=0&ports=2",
          "?vl-arb-high-cap=63&vl-arb-low-cap=31&vl-arb-answer=echo&enhanced-port0=true",
          "?vl-arb-high-cap=32&vl-arb-low-cap=33",
          "?linear-cap=0&random-cap=64",
          "?led=false&set-node-description=true",
          "?cabled=3&set-node-description=true",
          "?read-only-set-code=2",
          "?unused-modifier=refuse",
          "?response-m-key=zero",
          "?resp-time-value=0",
          "?ports=8&lid=9&external-absent=port0&down-port=hold&filter-raw=both&enforcement=none",
          "?ports=3&enhanced-port0=true&cabled=3&port-state=active&lid=9&external-absent=port0"
              + "&filter-raw=in&enforcement=in&violations=3&client-reregister=false&reinit=true",
          "?partition-cap=32&enforcement-cap=0&enforcement=none&ports=3",
          "?partition-cap=1&enforcement-cap=1&enforcement=in&ports=2",
          "?partition-cap=65&p-key-answer=echo&enforcement-cap=33&cabled=2&p-key-twins=one&p-key-8000=0",
          "?partition-cap=2000&enforcement-cap=2047&ports=2&p-key-twins=refuse",
          "?enforcement-cap=64&ports=254&p-key-8000=refuse",
          "?traps=true",
          "?traps=true&trap-times=3&trap-repress=notice&port-state=active&notice=true",
          "?traps=true&trap-repress=transaction&trap-of-set=true&enhanced-port0=true&cabled=3",
          "?traps=true&trap-times=1&set-node-description=true&trap-of-set=true&linear-cap=99",
          "?lid=9&port-state=active&ports=12&pma-all-ports=false",
          "?lid=9&port-state=active&ports=4&pma-set=clear&pma-extended=none&pma-samples=2");

  private static final List<String> MANAGERS =
      List.of(
          "?ports=4",
          "?ports=2&cabled=1&from-port=2",
          "?lmc=1",
          "?lmc=7",
          "?lmc=3&ports=3",
          "?wrong-method=code-2",
          "?wrong-method=silent",
          "?wrong-method=other",
          "?switches=1",
          "?switches=1&mft-after-group=keep",
          "?sm-priority=0&sm-poll=1",
          "?sm-priority=14&sm-handover=at-once",
          "?sm-priority=0&sm-handover=at-once&switches=1&ports=2",
          "?sm-handover=at-once&sm-poll=15&traps=true",
          "?sm-guid=higher",
          "?sm-guid=upper&sm-priority=15",
          "?sm-guid=bit-63&sm-priority=0&ports=2",
          "?switches=1&traps=true",
          "?switches=2&traps=true&lmc=2&ports=2",
          "?switches=1&proxy-join=refuse",
          "?switches=1&multicast=false",
          "?switches=2&lmc=1&ports=2",
          "?lid=1",
          "?lid=32767",
          "?mtu-cap=2",
          "?mtu-cap=3",
          "?mtu-cap=4",
          "?widths=31&ext-speeds=1",
          "?widths=31&ext-speeds=7",
          "?guid-cap=1",
          "?guid-cap=255",
          "?rmpp=flow",
          "?rmpp=flow&guid-cap=255",
          "?rmpp=linux",
          "?rmpp=linux&guid-cap=200",
          "?rmpp=lenient&guid-cap=100",
          "?multipath=false",
          "?multipath=false&wrong-method=code-2",
          "?multipath-turn=at-once",
          "?multipath-turn=at-once&multipath-window=1&lmc=2",
          "?multipath-window=64&switches=1",
          "?multipath-window=2&rmpp=flow",
          "?response-micros=150000",
          "?multicast=false",
          "?subscriptions=false",
          "?multicast=false&subscriptions=false",
          "?unanswered-report=once",
          "?proxy-join=refuse",
          "?mlids=shared",
          "?seed=99");

  private static final List<String> CONNECTIONS =
      List.of(
          "?acks=coalesced",
          "?credits=false",
          "?acks=coalesced&credits=false&framing=ib",
          "?reserved-opcodes=ignore",
          "?ud-too-long=end",
          "?uc-unfinished=drop",
          "?vlan=100",
          "?vlan=4094&ip=6",
          "?vlan=1&acks=coalesced&asides=true",
          "?uc-unfinished=drop&framing=ib",
          "?uc-unfinished=drop&ip=6",
          "?ud-over-mtu=refuse",
          "?ud-too-long=end&ud-over-mtu=refuse&framing=ib",
          "?cm=0",
          "?cm-mra=true",
          "?cm-duplicate=wait&cm-mra=true&ip=6",
          "?cm-data=ignored&cm-no-rtu=silent",
          "?cm-timers=early&cm-duplicate=wait",
          "?cm=0&cm-retries=0&cm-no-rtu=silent",
          "?cm-retries=15&cm-mra=true&partition=limited&ip=6",
          "?framing=ib&cm-lap=refuse",
          "?cm=1&cm-mra=true&cm-data=ignored&cm-no-rtu=silent&cm-timers=early&framing=ib",
          "?asides=true",
          "?asides=true&ip=6&acks=coalesced",
          "?asides=true&framing=ib&max-reads=1",
          "?partition=limited",
          "?partition=limited&asides=true&credits=false",
          "?atomics=none",
          "?atomics=none&max-reads=1",
          "?atomics=global",
          "?atomic-write=false",
          "?atomic-write=false&framing=ib&atomics=none",
          "?flush=false&windows=false",
          "?shared-receives=false&framing=ib",
          "?max-reads=1&acks=coalesced",
          "?max-reads=128",
          "?ack-timeout-times=1",
          "?ack-timeout-times=3",
          "?ack-timeout-times=4",
          "?response-micros=0",
          "?response-micros=150000",
          "?seed=99");

  /// Parameters that only management requests show. Tests of the transport can observe ports,
  /// states, LIDs, MTUs and response times.
  private static final Set<String> OF_MANAGEMENT =
      Set.of(
          "vl-cap",
          "sl-mapping",
          "vl-arb-high-cap",
          "vl-arb-low-cap",
          "vl-arb-answer",
          "widths",
          "speeds",
          "ext-speeds",
          "reinit",
          "client-reregister",
          "same-state",
          "other-port-set",
          "sm-disabled",
          "multicast",
          "subscriptions",
          "unanswered-report",
          "proxy-join",
          "mlids",
          "mft-after-group",
          "sm-priority",
          "sm-guid",
          "sm-poll",
          "sm-handover",
          "wrong-method",
          "illegal-set",
          "unsupported-code",
          "led",
          "pma-extended",
          "pma-all-ports",
          "pma-set",
          "pma-other-port",
          "pma-samples",
          "pma-busy",
          "pma-speeds",
          "set-node-description",
          "read-only-set-code",
          "unused-modifier",
          "response-m-key",
          "guid-cap",
          "p-key-answer",
          "p-key-8000",
          "violations",
          "port-number-high-bits",
          "traps",
          "trap-times",
          "trap-repress",
          "trap-of-set",
          "notice");

  private static final Pattern PARAMETER = Pattern.compile("[?&]([^=]+)=");

  private Variants() {}

  /// A DUT and the parameters of the tests on it.
  ///
  /// @param ways ways that it follows of readings that have a parameter
  record Variant(String uri, Map<String, String> parameters, List<TakenWay> ways) {
    Variant(String uri, Map<String, String> parameters) {
      this(uri, parameters, VariantReadings.of(uri));
    }

    /// Whether it differs from the default device of its kind only in its management.
    boolean isOfManagement() {
      return PARAMETER
          .matcher(uri)
          .results()
          .allMatch(parameter -> OF_MANAGEMENT.contains(parameter.group(1)));
    }
  }

  static List<Variant> all() {
    Stream<String> uris =
        Stream.of(
                of("ca", END_PORTS),
                of("router", END_PORTS),
                of("sm", END_PORTS),
                of("sm", MANAGERS),
                of("switch", SWITCHES),
                tables(),
                guids(),
                forwarding(),
                of("ca", CONNECTIONS),
                pathMtus(),
                IntStream.rangeClosed(1, 16).mapToObj(most -> "sim:ca?max-reads=" + most))
            .flatMap(s -> s)
            .distinct();
    Stream<Variant> longer =
        Stream.of("?mtu-cap=1", "?mtu-cap=5", "?acks=coalesced", "?max-reads=1")
            .map(v -> new Variant("sim:ca" + v, Map.of("START_PSN", startPsns())));
    // A lease must be longer than it takes to read the DUT several times.
    Variant slow =
        new Variant(
            "sim:ca?response-micros=500000&resp-time-value=18&lid=17&port-state=active",
            Map.of("START_PSN", "0xFFFFFE", "LEASE_PERIOD", "20"));
    // Small ones, because a full walk takes long.
    Stream<Variant> whole =
        Stream.of("ca", "switch")
            .map(kind -> "sim:%s?ports=1&vl-cap=1&sl-mapping=false".formatted(kind))
            .map(uri -> new Variant(uri, Map.of("PROFILE", "full")));
    Stream<Variant> usual =
        uris.map(uri -> new Variant(uri, uri.contains("?") ? ONE_PSN : Map.of()));
    return Stream.of(usual, longer, Stream.of(slow), whole).flatMap(s -> s).toList();
  }

  private static Stream<String> of(String kind, List<String> variants) {
    return variants.stream().map(variant -> "sim:" + kind + variant);
  }

  /// Tables that end anywhere in a block or port group. Tests nest the two loops, so each is varied
  /// while the other ends with a partial one.
  private static Stream<String> tables() {
    return Stream.concat(
        CAPACITIES.stream().map(capacity -> table(17, capacity)),
        PORTS.stream().map(ports -> table(ports, 33)));
  }

  private static String table(int ports, int capacity) {
    return "sim:switch?ports=%d&mcast-cap=%d".formatted(ports, capacity);
  }

  /// GUID tables that end anywhere in a block, empty and full ones.
  private static Stream<String> guids() {
    return Stream.of("ca", "router", "switch")
        .flatMap(kind ->
            IntStream.of(0, 1, 7, 8, 9, 20, 255)
                .mapToObj(cap -> "sim:%s?guid-cap=%d".formatted(kind, cap)));
  }

  /// Forwarding tables that end anywhere in a block, and open points about them and SwitchInfo.
  private static Stream<String> forwarding() {
    return Stream.of(
            "linear-cap=1",
            "linear-cap=64&lft-beyond-cap=255",
            "linear-cap=100&lft-beyond-cap=255&lft-unknown-port=255",
            "linear-cap=1000&ports=254",
            "linear-cap=1025&ports=1&lft-unknown-port=255",
            "linear-cap=49151&ports=2&enhanced-port0=true",
            "linear-cap=49152&lft-unknown-port=255&port-state=active&lid=9",
            "linear-cap=0",
            "linear-cap=0&random-cap=1",
            "linear-cap=0&random-cap=16&ports=1",
            "linear-cap=0&random-cap=100&ports=254",
            "linear-cap=0&random-cap=1000&enhanced-port0=true",
            "linear-cap=0&random-cap=49152",
            "lifetime-above-19=normalised&switchinfo-illegal=ignore&default-ports-absent=ignore",
            "switchinfo-illegal=refuse&default-ports-absent=refuse",
            "linear-cap=0&random-cap=64&switchinfo-illegal=refuse&mcast-cap=0",
            "linear-cap=0&random-cap=64&switchinfo-illegal=ignore&default-ports-absent=store")
        .map(parameters -> "sim:switch?" + parameters);
  }

  /// PMTU 256 to 4096 with each framing, because lengths and PSNs depend on it.
  private static Stream<String> pathMtus() {
    return IntStream.rangeClosed(1, 5)
        .boxed()
        .flatMap(
            mtu -> Stream.of("", "&ip=6", "&framing=ib").map(way -> "sim:ca?mtu-cap=" + mtu + way));
  }

  private static String startPsns() {
    IntStream random = new SplittableRandom(SEED).ints(RANDOM_PSNS, 0, 1 << 24);
    return IntStream.concat(EDGE_PSNS.stream().mapToInt(i -> i), random)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(","));
  }
}
