package org.ibassay.runner;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.ibassay.link.Dut;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.link.Route;
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
import org.jspecify.annotations.Nullable;

/// Finds out what a DUT is, from the DUT itself.
public final class Identification {
  /// How often the DUT is asked who it is before anything is made of it.
  private static final int TIMES = 3;

  private final int index;
  private final Dut dut;
  private final Smps smps;

  private Identification(int index, Dut dut) {
    this.index = index;
    this.dut = dut;
    this.smps = new Smps(dut.madPorts().getFirst(), "what the DUT is");
  }

  /// What a device says of itself; [DutInfo#trouble] tells when it does not.
  ///
  /// @throws LinkException when the tester's side cannot ask
  public static DutInfo describe(Dut dut) throws LinkException, InterruptedException {
    return of(0, dut, List.of()).info();
  }

  /// @param keys M_Keys that an earlier run may have left behind
  static OpenDut of(int index, Dut dut, List<Long> keys)
      throws LinkException, InterruptedException {
    return dut.madPorts().isEmpty()
        ? withoutMadPort(index, dut)
        : new Identification(index, dut).identify(keys);
  }

  /// Only a channel adapter can be reached past its management port: RoCE has none. What it is its
  /// agent tells.
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
    String firmware = attributes.firmware().isEmpty() ? "" : ", firmware " + attributes.firmware();
    return channelAdapter(uri, attributes.nodeGuid(), attributes.name() + firmware);
  }

  private static DutInfo channelAdapter(String uri, long nodeGuid, String description) {
    return new DutInfo(uri, DutKind.CA, List.of(), nodeGuid, description, 1, null, "", null);
  }

  private OpenDut identify(List<Long> keys) throws LinkException, InterruptedException {
    String trouble = new TesterPorts(dut).trouble();
    if (trouble != null) {
      throw new LinkException("DUT " + dut.uri().text() + ": " + trouble);
    }
    Smps.Answer nodeInfo = smps.get(Attribute.NODE_INFO, 0, 0);
    if (nodeInfo == null) {
      return silent(keys);
    }
    DutKind kind = kind(nodeInfo.get(NodeInfo.NODE_TYPE));
    if (kind == null) {
      return unidentified(
          nodeInfo.get(NodeInfo.NODE_GUID),
          ": NodeInfo:NodeType is %d; expected 1 (channel adapter), 2 (switch) or 3 (router)"
              .formatted(nodeInfo.get(NodeInfo.NODE_TYPE)));
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
            kind,
            managers.whyNotDut() == null ? List.of("sm") : List.of(),
            nodeInfo.get(NodeInfo.NODE_GUID),
            description(),
            (int) nodeInfo.get(NodeInfo.NUM_PORTS),
            portInfo == null ? null : LinkFacts.of(hops(), portInfo),
            unreached((int) nodeInfo.get(NodeInfo.NUM_PORTS)),
            null,
            Sanity.notes(portInfo, managers));
    return new OpenDut(index, dut, info, managers);
  }

  /// Asked again, it has to be there still, and the same one: else no verdict is worth anything.
  ///
  /// @return null when it is
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

  /// A DUT that is silent may be locked.
  private OpenDut silent(List<Long> keys) throws LinkException, InterruptedException {
    for (long key : keys) {
      Smps.Answer nodeInfo = smps.get(Attribute.NODE_INFO, 0, key);
      if (nodeInfo != null && smps.get(Attribute.NODE_INFO, 0, 0) != null) {
        return unidentified(
            nodeInfo.get(NodeInfo.NODE_GUID),
            " is not reliably reachable: SubnGet(NodeInfo) was answered at times only");
      }
      if (nodeInfo != null) {
        return unidentified(
            nodeInfo.get(NodeInfo.NODE_GUID),
            " answers only to M_Key 0x%X: an earlier run ended before it could put the DUT back;"
                    .formatted(key)
                + " wait for the end of its M_KeyLeasePeriod, or restart the device");
      }
    }
    boolean isLate = dut.madPorts().stream().anyMatch(port -> port.counters().late() > 0);
    return unidentified(
        0,
        " is unreachable: no answer to SubnGet(NodeInfo)"
            + (isLate ? " in time, answers came late: raise --timeout" : ""));
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

  /// Links between tester and DUT; unknown, and given as 0, when it is addressed by LID.
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
