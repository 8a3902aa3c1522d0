package org.ibassay.suite.c15;

import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;

/// The two ends of a cable between tester and DUT.
///
/// @param tester the tester's port
/// @param dut the DUT's port, where SM and SA run
/// @param isSimpleLink whether the subnet has no other end ports
record Ends(DirectEndPort tester, DirectEndPort dut, boolean isSimpleLink) {
  /// Reads both ends.
  static Ends read(MadExchange mads) throws TestException {
    DirectEndPort tester = DirectEndPort.read(mads, Route.SELF);
    DirectEndPort dut = DirectEndPort.read(mads, mads.toDut());
    return new Ends(tester, dut, isNeighbor(mads, tester, dut) && !dut.isSwitch());
  }

  private static boolean isNeighbor(MadExchange mads, DirectEndPort tester, DirectEndPort dut)
      throws TestException {
    int egress = (int) tester.nodeInfo().data(NodeInfo.LOCAL_PORT_NUM);
    mads.send(MadPacketSpec.subnGet(Attribute.NODE_INFO), new Route.Directed(List.of(egress)));
    MadPacketSpec neighbor = mads.receiveIfAny();
    return neighbor != null && neighbor.data(NodeInfo.PORT_GUID) == dut.guid();
  }

  /// Returns a P_Key of a partition of which neither end is a member.
  int foreignPKey() {
    return IntStream.rangeClosed(0x8001, 0xFFFE)
        .filter(key -> !tester.isIn(key) && !dut.isIn(key))
        .findFirst()
        .orElseThrow();
  }
}
