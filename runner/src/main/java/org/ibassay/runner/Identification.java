package org.ibassay.runner;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.runner.state.Smps;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Ranges;
import org.ibassay.wire.Described;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// Identifies a DUT by asking it.
public final class Identification {
  private static final String EMPTY =
      "; the response to SubnGet(NodeInfo) has Status 0, but all of its data is 0";

  /// How often NodeInfo is read before it is relied on.
  private static final int TIMES = 3;

  /// How long to wait for a DUT that misses the first timeout: longer than the 4.3 s that a
  /// response may take if PortInfo:RespTimeValue does not specify less.
  private static final Duration PATIENCE = Duration.ofSeconds(6);

  private final int index;
  private final Dut dut;
  private final Smps smps;

  private Identification(int index, Dut dut) {
    this.index = index;
    this.dut = dut;
    this.smps = new Smps(dut.madPorts().getFirst(), "what the DUT is");
  }

  /// Returns the attributes of a device; [DutInfo#trouble] is set if it does not respond.
  ///
  /// @throws LinkException if the tester's port fails
  public static DutInfo describe(Dut dut) throws LinkException, InterruptedException {
    return of(0, dut, Keys.NONE).info();
  }

  /// M_Keys with which a DUT may be locked. The DUT counts a violation for each request with a
  /// wrong one.
  ///
  /// @param given keys that the user gave
  /// @param left keys that an earlier run may have left
  /// @param isSafe whether at most one wrong key may be tried
  record Keys(List<Long> given, List<Long> left, boolean isSafe) {
    static final Keys NONE = new Keys(List.of(), List.of(), false);

    /// Returns the keys to try, the likeliest first. A DUT that is not locked accepts any.
    private List<Long> inOrder() {
      List<Long> all =
          Stream.of(given, List.of(0L), left).flatMap(List::stream).distinct().toList();
      return isSafe ? all.subList(0, 1) : all;
    }
  }

  /// Returns the node GUID of the device that responds to one of these keys.
  ///
  /// @param keys each is tried once
  static Optional<Long> nodeGuid(Dut dut, List<Long> keys)
      throws LinkException, InterruptedException {
    Smps smps = new Smps(dut.madPorts().getFirst(), "which device it is");
    for (long key : keys) {
      Smps.Answer nodeInfo = smps.getOnce(Attribute.NODE_INFO, 0, key);
      if (nodeInfo != null) {
        return Optional.of(nodeInfo.get(NodeInfo.NODE_GUID));
      }
    }
    return Optional.empty();
  }

  static OpenDut of(int index, Dut dut, Keys keys) throws LinkException, InterruptedException {
    return dut.madPorts().isEmpty()
        ? withoutMadPort(index, dut)
        : new Identification(index, dut).identify(keys);
  }

  /// Identifies a DUT without a management port from its agent. It must be a channel adapter,
  /// because RoCE has no other devices.
  private static OpenDut withoutMadPort(int index, Dut dut) {
    String uri = dut.uri().text();
    DutInfo info;
    try {
      info =
          dut.upperTester().isEmpty()
              ? channelAdapter(uri, 0, "")
              : of(uri, dut.upperTester().get().attributes());
    } catch (UpperTesterException e) {
      info =
          DutInfo.unidentified(uri, 0, Verdict.INCONCLUSIVE, "DUT " + uri + ": " + e.getMessage());
    }
    return new OpenDut(index, dut, info, SubnetManagers.NONE);
  }

  private static DutInfo of(String uri, DeviceAttributes attributes) {
    String firmware =
        attributes.identity().firmware().isEmpty()
            ? ""
            : ", firmware " + attributes.identity().firmware();
    return channelAdapter(uri, attributes.identity().nodeGuid(), attributes.name() + firmware);
  }

  private static DutInfo channelAdapter(String uri, long nodeGuid, String description) {
    return new DutInfo(
        uri, new DutInfo.Node(DutKind.CA, List.of(), nodeGuid, description, 1), null, "");
  }

  private OpenDut identify(Keys keys) throws LinkException, InterruptedException {
    String trouble = new TesterPorts(dut).trouble();
    if (trouble != null) {
      throw new LinkException("DUT " + dut.uri().text() + ": " + trouble);
    }
    Opened opened = opened(keys);
    if (opened == null) {
      return silent(keys);
    }
    Smps.Answer nodeInfo = opened.nodeInfo();
    DutKind kind = kind(nodeInfo.get(NodeInfo.NODE_TYPE));
    if (kind == null) {
      return unidentified(
          nodeInfo.get(NodeInfo.NODE_GUID),
          ": NodeInfo:NodeType is %d; expected 1 (channel adapter), 2 (switch) or 3 (router)%s"
              .formatted(nodeInfo.get(NodeInfo.NODE_TYPE), isEmpty(nodeInfo) ? EMPTY : ""));
    }
    long holder = kind == DutKind.SWITCH ? 0 : nodeInfo.get(NodeInfo.LOCAL_PORT_NUM);
    if (opened.key() != 0 && isLocked(holder, opened.key())) {
      return locked(nodeInfo.get(NodeInfo.NODE_GUID), opened.key(), keys);
    }
    String doubt = doubt(nodeInfo.get(NodeInfo.NODE_GUID));
    if (doubt != null) {
      return unidentified(nodeInfo.get(NodeInfo.NODE_GUID), doubt);
    }
    Smps.Answer portInfo = portInfo(nodeInfo.get(NodeInfo.LOCAL_PORT_NUM));
    Smps.Answer management = kind == DutKind.SWITCH ? portInfo(0) : portInfo;
    SubnetManagers managers =
        SubnetManagers.around(dut.madPorts(), management, nodeInfo.get(NodeInfo.PORT_GUID));
    DutInfo info =
        new DutInfo(
            dut.uri().text(),
            new DutInfo.Node(
                kind,
                managers.whyNotDut() == null ? List.of("sm") : List.of(),
                nodeInfo.get(NodeInfo.NODE_GUID),
                description(),
                (int) nodeInfo.get(NodeInfo.NUM_PORTS)),
            portInfo == null ? null : LinkFacts.of(hops(), portInfo::get),
            unreached((int) nodeInfo.get(NodeInfo.NUM_PORTS)),
            null,
            Sanity.notes(portInfo, managers));
    return new OpenDut(index, dut, info, managers);
  }

  private static boolean isEmpty(Smps.Answer answer) {
    return answer.data().mismatch(MemorySegment.ofArray(new byte[Smp.DATA_BYTES])) < 0;
  }

  /// Identifies the DUT again: it must still respond and be the same device, or verdicts mean
  /// nothing.
  ///
  /// @return null if it is
  private @Nullable String doubt(long nodeGuid) throws LinkException, InterruptedException {
    for (int time = 2; time <= TIMES; time++) {
      Smps.Answer again = smps.get(Attribute.NODE_INFO, 0, 0);
      if (again == null) {
        return " is not reliably reachable: SubnGet(NodeInfo) was answered %d times of %d"
            .formatted(time - 1, time);
      }
      if (again.get(NodeInfo.NODE_GUID) != nodeGuid) {
        return ": NodeInfo:NodeGUID was 0x%016x, and then 0x%016x: is the cabling being changed?"
            .formatted(nodeGuid, again.get(NodeInfo.NODE_GUID));
      }
    }
    return null;
  }

  /// The key that the DUT accepted, and its NodeInfo.
  private record Opened(long key, Smps.Answer nodeInfo) {}

  /// Tries each key once, and the first again if packets may be lost.
  ///
  /// @return null if there was no response
  private @Nullable Opened opened(Keys keys) throws LinkException, InterruptedException {
    for (long key : keys.inOrder()) {
      Smps.Answer nodeInfo = smps.getOnce(Attribute.NODE_INFO, 0, key);
      if (nodeInfo != null) {
        return new Opened(key, nodeInfo);
      }
    }
    if (keys.isSafe()) {
      return null;
    }
    long likeliest = keys.inOrder().getFirst();
    Smps.Answer nodeInfo = smps.get(Attribute.NODE_INFO, 0, likeliest);
    return nodeInfo == null ? null : new Opened(likeliest, nodeInfo);
  }

  /// Whether a Get without a key would get no response and count a violation.
  private boolean isLocked(long port, long key) throws LinkException, InterruptedException {
    Smps.Answer portInfo = smps.get(Attribute.PORT_INFO, port, key);
    return portInfo != null
        && portInfo.isOk()
        && portInfo.get(PortInfo.M_KEY) != 0
        && portInfo.get(PortInfo.M_KEY_PROTECT_BITS) > 1;
  }

  private OpenDut locked(long nodeGuid, long key, Keys keys) {
    String why =
        keys.given().contains(key)
            ? " the tests send requests without a key; set its M_KeyProtectBits to 0 or 1 while they run"
            : " an earlier run ended before it could restore the DUT; wait for the end of its"
                + " M_KeyLeasePeriod, or restart the device";
    return unidentified(nodeGuid, " answers only to M_Key 0x%X:".formatted(key) + why);
  }

  private OpenDut silent(Keys keys) throws LinkException, InterruptedException {
    MadPort port = dut.madPorts().getFirst();
    if (keys.isSafe()) {
      port.waitUntil(port.clock().nanos() + PATIENCE.toNanos());
    } else {
      Duration taken = smps.timeOfGet(Attribute.NODE_INFO, keys.inOrder().getFirst(), PATIENCE);
      if (taken != null) {
        return slow(taken);
      }
    }
    boolean isLate = port.counters().late() > 0;
    if (isLate) {
      return unidentified(
          0, " is slow: it answers SubnGet(NodeInfo) later than --timeout; raise it");
    }
    return unidentified(
        0,
        " is unreachable: no response to SubnGet(NodeInfo)"
            + (keys.isSafe() ? ", sent once as a wrong M_Key would count" : "")
            + "; a device that is up may be locked by %s: give it with --param M_KEY_DUT=KEY"
                .formatted(keys.given().isEmpty() ? "an M_Key" : "another M_Key"));
  }

  /// Doubles the time taken, to allow for slower responses.
  private OpenDut slow(Duration taken) {
    long enough = Math.ceilDiv(2 * taken.toMillis(), 100) * 100;
    return unidentified(
        0,
        " is slow: it answers SubnGet(NodeInfo) after %s; --timeout %d waits long enough"
            .formatted(seconds(taken), enough));
  }

  private static String seconds(Duration time) {
    long millis = time.toMillis();
    return millis < 100 ? millis + " ms" : "%.1f s".formatted(millis / 1000.0);
  }

  private OpenDut unidentified(long nodeGuid, String why) {
    String uri = dut.uri().text();
    DutInfo info = DutInfo.unidentified(uri, nodeGuid, Verdict.INCONCLUSIVE, "DUT " + uri + why);
    return new OpenDut(index, dut, info, SubnetManagers.NONE);
  }

  private static @Nullable DutKind kind(long nodeType) {
    for (DutKind kind : DutKind.values()) {
      if (kind.nodeType() == nodeType) {
        return kind;
      }
    }
    return null;
  }

  private Smps.@Nullable Answer portInfo(long port) throws LinkException, InterruptedException {
    Smps.Answer plain = smps.get(Attribute.PORT_INFO, port, 0);
    if (plain == null || !plain.isOk()) {
      return null;
    }
    if (plain.get(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 0) {
      return plain;
    }
    long modifier = (PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS & 0xFFFF_FFFFL) | port;
    Smps.Answer extended = smps.get(Attribute.PORT_INFO, modifier, 0);
    return extended == null || !extended.isOk() ? plain : extended;
  }

  private String description() throws LinkException, InterruptedException {
    Smps.Answer answer = smps.get(Attribute.NODE_DESCRIPTION, 0, 0);
    return answer == null || !answer.isOk()
        ? ""
        : Described.of(NodeDescription.LAYOUT, NodeDescription.NODE_STRING, answer.data(), 0)
            .text()
            .strip();
  }

  /// Number of links between tester and DUT; 0 (unknown) if it is addressed by LID.
  private int hops() {
    Route route = dut.madPorts().getFirst().route();
    return route instanceof Route.Directed(List<Integer> ports) ? ports.size() : 0;
  }

  private String unreached(int ports) throws LinkException, InterruptedException {
    TreeSet<Long> reached = new TreeSet<>();
    for (MadPort port : dut.madPorts()) {
      Smps.Answer answer = new Smps(port, "what the DUT is").get(Attribute.NODE_INFO, 0, 0);
      if (answer != null) {
        reached.add(answer.get(NodeInfo.LOCAL_PORT_NUM));
      }
    }
    Ranges unreached = new Ranges();
    LongStream.rangeClosed(1, ports)
        .filter(number -> !reached.contains(number))
        .forEach(unreached::add);
    return unreached.toString();
  }
}
