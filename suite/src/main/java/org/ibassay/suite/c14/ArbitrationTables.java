package org.ibassay.suite.c14;

import static org.ibassay.suite.Reading.VLARB_ANSWER_BEYOND_CAP;
import static org.ibassay.suite.c14.ArbitrationBlock.ENTRIES;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;
import static org.ibassay.wire.attribute.VlArbitrationTable.VL;
import static org.ibassay.wire.attribute.VlArbitrationTable.WEIGHT;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import org.ibassay.suite.MadChecks;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// The VLArbitrationTables of a port. Parts 1 and 2 are entries 0 to 31 and 32 to 63 of the
/// low-priority table, parts 3 and 4 those of the high-priority table. There are no other parts.
///
/// @param port port number
/// @param modifier AttributeModifier[15:0]: the output port of a switch, else 0
/// @param lanes number of operational data VLs
/// @param lowCap capacity of the low-priority table
/// @param highCap capacity of the high-priority table
record ArbitrationTables(
    MadExchange mads, int port, int modifier, int lanes, int lowCap, int highCap) {
  private static final int LAST_PART = 4;
  private static final int GREATEST_CAP = 2 * ENTRIES;

  private static final int PARTS_A_PRIORITY = 2;

  /// Steps of a Set, a Get and their responses.
  ///
  /// @param set step at which the Set is sent
  /// @param stored step that verifies that the Set is executed
  /// @param refused step that verifies that the Set is rejected
  /// @param get step at which the Get is sent
  /// @param read step that verifies the contents of the response to the Get
  /// @param none step that verifies that the Get is rejected
  record At(String set, String stored, String refused, String get, String read, String none) {}

  /// Returns the tables that a port's PortInfo declares.
  static ArbitrationTables of(MadExchange mads, int port, int modifier, MadPacketSpec portInfo) {
    long vlCap = portInfo.data(PortInfo.VL_CAP);
    long operational = portInfo.data(PortInfo.OPERATIONAL_VLS);
    return new ArbitrationTables(
        mads,
        port,
        modifier,
        DataLanes.of(operational >= 1 && operational <= vlCap ? operational : vlCap),
        (int) portInfo.data(PortInfo.VL_ARBITRATION_LOW_CAP),
        (int) portInfo.data(PortInfo.VL_ARBITRATION_HIGH_CAP));
  }

  /// Verifies that PortInfo:VLCap has a defined value.
  static void verifyVlCap(MadExchange mads, MadPacketSpec portInfo) {
    long vlCap = portInfo.data(PortInfo.VL_CAP);
    mads.checks()
        .verify(
            portInfo, 1 <= vlCap && vlCap < 6, () -> "VLCap from 1 to 5", () -> "VLCap " + vlCap);
  }

  /// Verifies that each capacity fits in the parts.
  void verifyCaps(MadPacketSpec portInfo) {
    mads.checks()
        .verify(
            portInfo,
            lowCap <= GREATEST_CAP && highCap <= GREATEST_CAP,
            () -> "VLArbitrationLowCap and VLArbitrationHighCap at most " + GREATEST_CAP,
            () -> "VLArbitrationLowCap %d, VLArbitrationHighCap %d".formatted(lowCap, highCap));
  }

  /// Returns the number of entries in a part.
  private int entries(int part) {
    if (part < 1 || part > LAST_PART) {
      return 0;
    }
    int cap = (part - 1) / PARTS_A_PRIORITY == 0 ? lowCap : highCap;
    return Math.clamp(cap - (long) (part - 1) % PARTS_A_PRIORITY * ENTRIES, 0, ENTRIES);
  }

  /// Whether no part has any entries.
  boolean areEmpty() {
    return lowCap == 0 && highCap == 0;
  }

  /// Whether the specification leaves the response open: for the first part of a table without
  /// entries.
  private boolean isOpen(int part) {
    return (part == 1 && lowCap == 0) || (part == 1 + PARTS_A_PRIORITY && highCap == 0);
  }

  /// Returns a block that is almost certainly unlike that of any other part or port.
  private ArbitrationBlock block(int part, int kind) {
    return new ArbitrationBlock(lanes, part, port, kind, kind % Math.max(1, entries(part)));
  }

  /// Sets and gets a part: one with entries for blocks of each kind, any other one once.
  void verifyPart(At at, int part) throws TestException {
    if (entries(part) == 0) {
      if (!isOpen(part)) {
        verifySet(at, part, 0);
        verifyGet(at, part, 0);
      }
      return;
    }
    for (int kind = 0; kind < ArbitrationBlock.KINDS; kind++) {
      int one = kind;
      mads.steps()
          .at(
              "block",
              kind,
              () -> {
                verifySet(at, part, one);
                verifyGet(at, part, one);
              });
    }
  }

  /// Sets all parts that have entries, in descending order, to blocks of one kind.
  void verifySets(At at, int kind) throws TestException {
    for (int part = LAST_PART; part > 0; part--) {
      if (entries(part) > 0) {
        int one = part;
        mads.steps().at("table part", part, () -> verifySet(at, one, kind));
      }
    }
  }

  /// Gets all parts that have entries, which were set to blocks of one kind.
  void verifyGets(At at, int kind) throws TestException {
    for (int part = 1; part <= LAST_PART; part++) {
      if (entries(part) > 0) {
        int one = part;
        mads.steps().at("table part", part, () -> verifyGet(at, one, kind));
      }
    }
  }

  /// Sets a part. A Set of a part without entries is rejected.
  private void verifySet(At at, int part, int kind) throws TestException {
    ArbitrationBlock block = block(part, kind);
    MadPacketSpec set = addressed(MadPacketSpec.subnSet(VL_ARBITRATION_TABLE), part);
    for (int entry = 0; entry < ENTRIES; entry++) {
      set.setData(VL, entry, block.vl(entry)).setData(WEIGHT, entry, block.weight(entry));
    }
    MadPacketSpec answer = exchange(at.set, entries(part) > 0 ? at.stored : at.refused, set);
    if (isAnswered(answer, set, part)) {
      verifyHeld(answer, part, block);
      noteBeyondCap(answer, set, part);
    }
  }

  /// Gets a part that was set before.
  private void verifyGet(At at, int part, int kind) throws TestException {
    MadPacketSpec get = addressed(MadPacketSpec.subnGet(VL_ARBITRATION_TABLE), part);
    MadPacketSpec answer = exchange(at.get, entries(part) > 0 ? at.read : at.none, get);
    if (isAnswered(answer, get, part)) {
      verifyHeld(answer, part, block(part, kind));
      for (int entry = entries(part); entry < ENTRIES; entry++) {
        verifyEntry(answer, entry, 0, 0);
      }
    }
  }

  private MadPacketSpec addressed(MadPacketSpec request, int part) {
    return request.attributeModifier(((long) part << 16) | modifier);
  }

  private MadPacketSpec exchange(String sent, String answered, MadPacketSpec request)
      throws TestException {
    mads.steps().step(sent);
    mads.send(request);
    mads.steps().step(answered);
    return mads.receive();
  }

  /// @return whether the response has entries to check
  private boolean isAnswered(MadPacketSpec answer, MadPacketSpec request, int part) {
    boolean exists = entries(part) > 0;
    boolean isEcho = mads.checks().verifyEcho(answer, request);
    return mads.checks().verifyStatusCode(answer, exists ? OK : INVALID_FIELD) && isEcho && exists;
  }

  private void verifyHeld(MadPacketSpec answer, int part, ArbitrationBlock block)
      throws TestException {
    for (int entry = 0; entry < entries(part); entry++) {
      verifyEntry(answer, entry, block.vl(entry), block.weight(entry));
    }
  }

  private void verifyEntry(MadPacketSpec answer, int entry, int vl, int weight)
      throws TestException {
    verify(answer, VL, entry, vl);
    verify(answer, WEIGHT, entry, weight);
  }

  private void verify(MadPacketSpec answer, Field field, int entry, int value)
      throws TestException {
    MadChecks checks = mads.checks();
    if (answer.data(field, entry) == value) {
      checks.verifyData(answer, field, entry, value);
    } else {
      mads.steps().at("entry", entry, () -> checks.verifyData(answer, field, entry, value));
    }
  }

  private void noteBeyondCap(MadPacketSpec answer, MadPacketSpec set, int part) {
    boolean isZero = true;
    boolean isEcho = true;
    for (int entry = entries(part); entry < ENTRIES; entry++) {
      isZero &= answer.data(VL, entry) == 0 && answer.data(WEIGHT, entry) == 0;
      isEcho &=
          answer.data(VL, entry) == set.data(VL, entry)
              && answer.data(WEIGHT, entry) == set.data(WEIGHT, entry);
    }
    if (isZero && isEcho) {
      return; // all entries exist
    }
    if (isZero || isEcho) {
      mads.steps().reading(answer.frame(), VLARB_ANSWER_BEYOND_CAP, isZero ? "zero" : "echo");
      return;
    }
    mads.checks()
        .verify(
            answer,
            false,
            () -> "entries beyond the capacity that are 0, or the request's",
            () -> "others in entries %d to %d".formatted(entries(part), ENTRIES - 1));
  }
}
