package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Iteration;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Part;
import org.ibassay.suite.TestException;
import org.ibassay.suite.WayByLid;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// # M_Key check
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
/// - I2: DUT PortInfo:M_Key = M_KEY_DUT.
/// - I3: DUT PortInfo:M_KeyProtectBits = 0, 1, 2 or 3, M_KeyLeasePeriod = 0, so that the protection
///   never ends, and M_KeyViolations = 0.
/// - I4: SendMad(SubnSet(PortInfo)) with I2 and I3, PortState and PortPhysicalState at "no change"
///   and all other components as read. If the response is lost, the DUT is read with M_KEY_DUT
///   before the Set is retried.
/// - I5: ReceiveMad(SubnGetResp(PortInfo)); the status is 0. Added: if its code is not 0, verify by
///   SubnGet(PortInfo) that M_Key, M_KeyProtectBits and M_KeyLeasePeriod are unchanged; everything
///   else is then inconclusive. [ia-c14-016#02]
/// - I6: PortInfo:M_Key reads M_KEY_DUT or, if the DUT hides it, a SubnTrapRepress(Notice) with
///   M_KEY_OTHER counts as a violation; otherwise the checks are inconclusive.
/// - I7: Added: Verify that PortInfo:M_KeyProtectBits reads as set. [ia-c14-016#01]
public abstract class C14_016_Base extends MadTest {
  private static final int LEVELS = 4;
  private static final int BAD_M_KEY = 256;

  /// AttributeModifier of the first part of VLArbitrationTable.
  private static final long FIRST_PART = 0x10000;

  /// An attribute, other than PortInfo, that the M_Key protects.
  ///
  /// @param request request that reads it
  /// @param held its contents
  record Guarded(MadPacketSpec request, MadPacketSpec held) {}

  @Override
  protected final boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  /// Runs a procedure for each value of M_KeyProtectBits, on each port, each time on a freshly
  /// protected DUT.
  ///
  /// @param reset step that removes the protection
  protected final void repeatForLevels(String reset, Iteration procedure) throws TestException {
    repeatForPorts(port -> {
      for (int level = 0; level < LEVELS; level++) {
        int bits = level;
        part(() ->
            at(
                "M_KeyProtectBits",
                bits,
                () -> {
                  protect(bits);
                  procedure.run(bits);
                }));
      }
      step(reset);
      protection().remove();
    });
  }

  /// Steps I2 to I7.
  final void protect(int level) throws TestException {
    protect(level, 0);
  }

  /// Steps I2 to I7.
  ///
  /// @param violations value written to M_KeyViolations: 0, or the current value
  final void protect(int level, long violations) throws TestException {
    step("I2");
    MadPacketSpec before = protection().read();
    MadPacketSpec set = protection().setOf(before);
    set.setData(PortInfo.M_KEY, parameter(M_KEY_DUT));
    step("I3");
    set.setData(PortInfo.M_KEY_PROTECT_BITS, level);
    set.setData(PortInfo.M_KEY_LEASE_PERIOD, 0);
    set.setData(PortInfo.M_KEY_VIOLATIONS, violations);
    MadPacketSpec response = protection().install(set, "I4", "I5");
    step("I5");
    String refusal = protection().verifyRefusal(before, response);
    needs(refusal == null, String.valueOf(refusal));
    step("I6");
    MadPacketSpec held = protection().read();
    needs(
        held.data(PortInfo.M_KEY) == parameter(M_KEY_DUT) || isHidden(held),
        "the DUT answers a Set of M_Key with code 0 but does not store it, so its check cannot be"
            + " tested");
    step("I7");
    needs(
        verifyData(held, PortInfo.M_KEY_PROTECT_BITS, level),
        "the DUT does not store M_KeyProtectBits");
  }

  private boolean isHidden(MadPacketSpec held) throws TestException {
    sendMadOnce(trapRepress().mKey(parameter(M_KEY_OTHER)));
    receiveMadIfAny();
    long violations = protection().read().data(PortInfo.M_KEY_VIOLATIONS);
    return violations > held.data(PortInfo.M_KEY_VIOLATIONS);
  }

  final MKeyProtection protection() {
    return new MKeyProtection(mads(), port(), parameter(M_KEY_DUT));
  }

  /// A request whose M_Key check must fail.
  final RefusedRequest refused() {
    return refused(protection());
  }

  /// A request whose M_Key check must fail while the DUT has another M_Key than M_KEY_DUT.
  final RefusedRequest refused(MKeyProtection protection) {
    return new RefusedRequest(mads(), protection, trials());
  }

  /// How often a rejected request that left no trace is sent at most.
  final int trials() {
    return port().isLossless() ? 1 : 2 + port().timing().retries();
  }

  /// Returns a SubnTrapRepress of trap 256 (bad M_Key).
  static MadPacketSpec trapRepress() {
    return MadPacketSpec.subnTrapRepress(BAD_M_KEY);
  }

  /// Keys that differ from the DUT's: M_KEY_OTHER, 0, and some that differ in one bit.
  final List<Long> wrongKeys() {
    long right = parameter(M_KEY_DUT);
    return List.of(
        parameter(M_KEY_OTHER),
        0L,
        right ^ 1,
        right ^ (1L << 31),
        right ^ (1L << 32),
        right ^ (1L << 63));
  }

  /// Runs a part of the procedure over a route to the DUT. Its checks name the route unless it is a
  /// directed route.
  final void by(Route way, Part part) throws TestException {
    if (way instanceof Route.Lid(int lid)) {
      at("LID", lid, part);
    } else {
      part.run();
    }
  }

  /// Reads the attributes, other than PortInfo, that the M_Key protects, with the right key.
  ///
  /// @param settable whether only settable attributes are read
  final List<Guarded> guarded(boolean settable) throws TestException {
    MadPacketSpec nodeInfo = read(subnGet(NODE_INFO));
    boolean isSwitch =
        nodeInfo != null && nodeInfo.data(NodeInfo.NODE_TYPE) == DutKind.SWITCH.nodeType();
    List<MadPacketSpec> requests = new ArrayList<>();
    if (!settable) {
      requests.add(subnGet(NODE_INFO));
      requests.add(subnGet(NODE_DESCRIPTION));
    }
    long port = isSwitch && nodeInfo != null ? nodeInfo.data(NodeInfo.LOCAL_PORT_NUM) : 0;
    requests.add(subnGet(GUID_INFO));
    requests.add(subnGet(GUID_INFO).attributeModifier(1));
    requests.add(subnGet(P_KEY_TABLE));
    requests.add(subnGet(P_KEY_TABLE).attributeModifier(1));
    requests.add(subnGet(SL_TO_VL_MAPPING_TABLE).attributeModifier((port << 8) | port));
    requests.add(subnGet(VL_ARBITRATION_TABLE).attributeModifier(FIRST_PART | port));
    if (isSwitch) {
      requests.add(subnGet(PORT_INFO).attributeModifier(port));
      requests.add(subnGet(SWITCH_INFO));
      requests.add(subnGet(LINEAR_FORWARDING_TABLE));
      requests.add(subnGet(LINEAR_FORWARDING_TABLE).attributeModifier(1));
      requests.add(subnGet(MULTICAST_FORWARDING_TABLE));
      requests.add(subnGet(MULTICAST_FORWARDING_TABLE).attributeModifier(1));
    }
    List<Guarded> guarded = new ArrayList<>();
    for (MadPacketSpec request : requests) {
      MadPacketSpec held = read(request);
      if (held != null) {
        guarded.add(new Guarded(request, held));
      }
    }
    return guarded;
  }

  private @Nullable MadPacketSpec read(MadPacketSpec request) throws TestException {
    sendMad(request.mKey(parameter(M_KEY_DUT)));
    MadPacketSpec held = receiveMad();
    return held.status() == OK ? held : null;
  }

  /// Returns the routes to the DUT: its directed route and, if available, the one [by
  /// LID][WayByLid].
  final List<Route> ways(MadPacketSpec portInfo) throws TestException {
    sendMad(subnGet(NODE_INFO).mKey(parameter(M_KEY_DUT)));
    Route.Lid way = WayByLid.of(mads(), receiveMadOk(), portInfo);
    return way != null && isReachedBy(way) ? List.of(mads().toDut(), way) : List.of(mads().toDut());
  }

  private boolean isReachedBy(Route.Lid way) throws TestException {
    boolean isReached = WayByLid.isAnswered(mads(), way, parameter(M_KEY_DUT));
    String lid = WayByLid.text(way);
    remark(
        isReached
            ? "the M_Key was checked by directed route and by " + lid
            : "the DUT does not respond to SMPs sent to its %s: only directed routes were tried"
                .formatted(lid));
    return isReached;
  }

  /// Adds a remark with the number of violations that the DUT reported by trap 256. Sending the
  /// trap is optional.
  final void remarkTraps() throws TestException {
    int traps = takeTraps(BAD_M_KEY).size();
    if (traps > 0) {
      remark("%s of a wrong M_Key received (trap 256)".formatted(counted(traps, "report")));
    }
  }
}
