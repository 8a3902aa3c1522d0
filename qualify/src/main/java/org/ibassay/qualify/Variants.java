package org.ibassay.qualify;

import static org.ibassay.qualify.VariantParameters.CONNECTIONS;
import static org.ibassay.qualify.VariantParameters.END_PORTS;
import static org.ibassay.qualify.VariantParameters.MANAGERS;
import static org.ibassay.qualify.VariantParameters.SWITCHES;

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
  private static final String MANAGER = "sim:sm";
  private static final List<Integer> EDGE_PSNS =
      List.of(0, 1, 0x7FFFFF, 0x800000, 0xFFFFF0, 0xFFFFFD, 0xFFFFFE, 0xFFFFFF);

  /// Variants that do not depend on the PSN are tried with a PSN that wraps.
  private static final Map<String, String> ONE_PSN = Map.of("START_PSN", "0xFFFFFE");

  private static final List<Integer> CAPACITIES = List.of(0, 1, 31, 32, 33, 100, 1000, 1024, 16384);
  private static final List<Integer> PORTS = List.of(1, 14, 15, 16, 17, 36, 254);

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
          "armed-from-active",
          "vlstall-0",
          "lid-lmc-alignment",
          "link-speed-combinations",
          "ro-field-set",
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
          "pma-rs-fec",
          "firmware",
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

  /// Parameters that management requests do not show.
  private static final Set<String> OF_TRANSPORT =
      Set.of(
          "max-reads",
          "atomics",
          "atomic-write",
          "flush",
          "windows",
          "shared-receives",
          "acks",
          "ack-timeout-times",
          "credits",
          "reserved-opcodes",
          "ud-too-long",
          "ud-over-mtu",
          "vlan",
          "uc-unfinished",
          "program",
          "cm-mra",
          "cm-duplicate",
          "cm-data",
          "cm-no-rtu",
          "cm-timers",
          "cm-retries",
          "cm-lap",
          "ce",
          "asides");

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
      return areAll(OF_MANAGEMENT);
    }

    /// Whether it differs from the default device of its kind only in its transport.
    boolean isOfTransport() {
      return areAll(OF_TRANSPORT);
    }

    private boolean areAll(Set<String> parameters) {
      return PARAMETER
          .matcher(uri)
          .results()
          .allMatch(parameter -> parameters.contains(parameter.group(1)));
    }

    /// Whether it is a manager with the parameters of another variant, an adapter.
    boolean isAdapterToo() {
      return uri.startsWith(MANAGER) && END_PORTS.contains(uri.substring(MANAGER.length()));
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
            "mcast-top=true&switchinfo-illegal=refuse&default-ports-absent=refuse",
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
