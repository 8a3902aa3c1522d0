package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.SlToVlMappingTable.SL_TO_VL;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.function.IntUnaryOperator;
import org.ibassay.suite.MadChecks;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;

/// One SLtoVLMappingTable of the DUT: that of a port or, on a switch, that of an input and an
/// output port.
///
/// The values written are those that every port must be able to store: its data VLs, and VL 15,
/// which drops the packet.
///
/// @param modifier AttributeModifier
/// @param lanes number of data VLs of the port
record SlToVlTable(MadExchange mads, long modifier, int lanes) {
  static final int SLS = 16;
  static final int DROP = 15;

  // Odd multipliers that spread neighboring numbers over all bits.
  private static final int SPREAD = 0x9E3779B1;
  private static final int SPREAD_AGAIN = 0x85EBCA77;

  /// Returns legal value `number`, modulo the number of values: VL 0 to the last data VL, then 15.
  int value(int number) {
    int index = Math.floorMod(number, lanes + 1);
    return index == lanes ? DROP : index;
  }

  /// Returns a table that almost no other port has in this round.
  IntUnaryOperator own(long port, int round) {
    return sl -> {
      int number = (((int) port * SLS + sl) * 2 + round) * SPREAD;
      return value(((number ^ (number >>> 15)) * SPREAD_AGAIN) >>> 8);
    };
  }

  /// Sends a Get, and verifies that it is answered with status 0.
  boolean verifyGet(String sent, String answered) throws TestException {
    MadPacketSpec get = MadPacketSpec.subnGet(SL_TO_VL_MAPPING_TABLE).attributeModifier(modifier);
    return isOk(exchange(sent, answered, get), get);
  }

  /// Sends a Get, and verifies the table in the response.
  void verifyGet(String sent, String answered, IntUnaryOperator vlOfSl) throws TestException {
    MadPacketSpec get = MadPacketSpec.subnGet(SL_TO_VL_MAPPING_TABLE).attributeModifier(modifier);
    verify(exchange(sent, answered, get), get, vlOfSl);
  }

  /// Sends a Set of a whole table, and verifies that the response has the same table.
  void verifySet(String sent, String answered, IntUnaryOperator vlOfSl) throws TestException {
    MadPacketSpec set = MadPacketSpec.subnSet(SL_TO_VL_MAPPING_TABLE).attributeModifier(modifier);
    for (int sl = 0; sl < SLS; sl++) {
      set.setData(SL_TO_VL, sl, vlOfSl.applyAsInt(sl));
    }
    verify(exchange(sent, answered, set), set, vlOfSl);
  }

  private MadPacketSpec exchange(String sent, String answered, MadPacketSpec request)
      throws TestException {
    mads.steps().step(sent);
    mads.send(request);
    mads.steps().step(answered);
    return mads.receive();
  }

  private boolean isOk(MadPacketSpec answer, MadPacketSpec request) {
    boolean isEcho = mads.checks().verifyEcho(answer, request);
    return mads.checks().verifyStatusCode(answer, OK) && isEcho;
  }

  private void verify(MadPacketSpec answer, MadPacketSpec request, IntUnaryOperator vlOfSl)
      throws TestException {
    if (isOk(answer, request)) {
      for (int sl = 0; sl < SLS; sl++) {
        verify(answer, sl, vlOfSl.applyAsInt(sl));
      }
    }
  }

  private void verify(MadPacketSpec answer, int sl, int vl) throws TestException {
    MadChecks checks = mads.checks();
    if (answer.data(SL_TO_VL, sl) == vl) {
      checks.verifyData(answer, SL_TO_VL, sl, vl);
    } else {
      mads.steps().at("SL", sl, () -> checks.verifyData(answer, SL_TO_VL, sl, vl));
    }
  }
}
