package org.ibassay.suite;

import java.util.List;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// The LID route to the DUT (management class 0x01), as opposed to the directed route. It exists if
/// no forwarding is involved: DUT and tester are cabled to each other and both have a LID, and the
/// DUT is not a switch, whose responses would follow its forwarding table.
public final class WayByLid {
  private static final long SWITCH = DutKind.SWITCH.nodeType();

  private WayByLid() {}

  /// Returns the LID route to the DUT's port that is cabled to the present tester port; null if
  /// there is none.
  ///
  /// @param nodeInfo NodeInfo of the DUT
  /// @param portInfo PortInfo of that port
  public static Route.@Nullable Lid of(
      MadExchange mads, MadPacketSpec nodeInfo, MadPacketSpec portInfo) throws TestException {
    int lid = (int) portInfo.data(PortInfo.LID);
    if (lid == 0 || !isNext(mads, nodeInfo)) {
      return null;
    }
    long own = ownLid(mads);
    return own == 0 || own == lid ? null : new Route.Lid(lid);
  }

  /// Whether there is a LID route to the DUT as soon as its port has a LID.
  ///
  /// @param nodeInfo NodeInfo of the DUT
  public static boolean isPossible(MadExchange mads, MadPacketSpec nodeInfo) throws TestException {
    return isNext(mads, nodeInfo) && ownLid(mads) != 0;
  }

  private static boolean isNext(MadExchange mads, MadPacketSpec nodeInfo) {
    return nodeInfo.data(NodeInfo.NODE_TYPE) != SWITCH
        && mads.toDut() instanceof Route.Directed(List<Integer> ports)
        && ports.size() == 1;
  }

  private static long ownLid(MadExchange mads) throws TestException {
    mads.send(MadPacketSpec.subnGet(Attribute.PORT_INFO), Route.SELF);
    return mads.receiveOk().data(PortInfo.LID);
  }

  /// Whether the DUT answers LID-routed requests at all.
  ///
  /// @param key the DUT's M_Key
  public static boolean isAnswered(MadExchange mads, Route.Lid way, long key) throws TestException {
    mads.send(MadPacketSpec.subnGet(Attribute.NODE_INFO).mKey(key), way);
    return mads.receiveIfAny() != null;
  }

  /// The LID, for messages.
  public static String text(Route.Lid way) {
    return "LID 0x%04X".formatted(way.lid());
  }
}
