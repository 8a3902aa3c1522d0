package org.ibassay.suite;

import java.util.List;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// The way to the DUT by LID (management class 0x01), beside its directed route: there is one where
/// no forwarding is between. DUT and tester have a cable between them, and each a LID; the DUT is
/// no switch, whose responses would follow its own forwarding table.
public final class WayByLid {
  private static final long SWITCH = DutKind.SWITCH.nodeType();

  private WayByLid() {}

  /// The way to the DUT's port at the tester's port that the procedure is at; null where none is.
  ///
  /// @param nodeInfo of the DUT
  /// @param portInfo of that port
  public static Route.@Nullable Lid of(
      MadExchange mads, MadPacketSpec nodeInfo, MadPacketSpec portInfo) throws TestException {
    int lid = (int) portInfo.data(PortInfo.LID);
    boolean isNext =
        mads.toDut() instanceof Route.Directed(List<Integer> ports) && ports.size() == 1;
    if (!isNext || lid == 0 || nodeInfo.data(NodeInfo.NODE_TYPE) == SWITCH) {
      return null;
    }
    mads.send(MadPacketSpec.subnGet(Attribute.PORT_INFO), Route.SELF);
    long own = mads.receiveOk().data(PortInfo.LID);
    return own == 0 || own == lid ? null : new Route.Lid(lid);
  }

  /// Whether a DUT answers by LID at all.
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
