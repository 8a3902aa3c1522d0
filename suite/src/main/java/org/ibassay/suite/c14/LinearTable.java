package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.RANDOM_FDB_CAP;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.TableWalk;
import org.ibassay.suite.TableWalk.Pattern;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;

/// The linear forwarding table of a switch: 64 ports per block, one for each LID from 0 on. The
/// entry of LID 0, which is reserved, is not checked.
final class LinearTable {
  /// 768 blocks hold all unicast LIDs.
  static final int LAST_BLOCK = 767;

  static final int MOST_ENTRIES = (LAST_BLOCK + 1) * 64;

  /// Blocks beyond all LIDs. Block 1024 is 0 in the 10 bits that the number of a block needs.
  static final List<Integer> IMPOSSIBLE_BLOCKS = List.of(LAST_BLOCK + 1, 1024, 0xFFFF);

  /// The port number that means "no port".
  static final int NO_PORT = 255;

  private final MadExchange mads;
  private final int cap;
  private final int numPorts;
  private final String unknownPort;
  private final String beyondCap;
  private final Set<String> noted = ConcurrentHashMap.newKeySet();

  /// @param cap LinearFDBCap
  /// @param numPorts NodeInfo:NumPorts
  /// @param unknownPort step that checks entries for ports that the DUT does not have
  /// @param beyondCap step that checks entries beyond the capacity
  LinearTable(MadExchange mads, int cap, int numPorts, String unknownPort, String beyondCap) {
    this.mads = mads;
    this.cap = cap;
    this.numPorts = numPorts;
    this.unknownPort = unknownPort;
    this.beyondCap = beyondCap;
  }

  /// Verifies that the capacity does not exceed the number of LIDs, and that the switch has no
  /// random table as well. The remaining checks need the former.
  ///
  /// @param random step that verifies the latter
  static void verifyCaps(MadExchange mads, MadPacketSpec switchInfo, String random)
      throws TestException {
    long cap = switchInfo.data(LINEAR_FDB_CAP);
    boolean isPossible =
        mads.checks()
            .verify(
                switchInfo,
                cap <= MOST_ENTRIES,
                () -> "LinearFDBCap 1 to " + MOST_ENTRIES,
                () -> "LinearFDBCap " + cap);
    mads.steps().step(random);
    mads.checks().verifyData(switchInfo, RANDOM_FDB_CAP, 0, 0);
    mads.steps().needs(isPossible, "the DUT declares more entries than there are LIDs");
  }

  /// Verifies that both capacities are unchanged.
  static void verifySameCaps(MadExchange mads, MadPacketSpec switchInfo) throws TestException {
    mads.send(MadPacketSpec.subnGet(SWITCH_INFO));
    MadPacketSpec again = mads.receiveOk();
    for (Field cap : List.of(LINEAR_FDB_CAP, RANDOM_FDB_CAP)) {
      mads.checks().verifyData(again, cap, 0, switchInfo.data(cap));
    }
  }

  TableWalk walk() {
    return new TableWalk(mads, LINEAR_FORWARDING_TABLE, cap, this::judge);
  }

  private boolean judge(MadPacketSpec read, Field port, int index, int entry, long written)
      throws TestException {
    if (entry >= cap) {
      judge(beyondCap, read, port, index, 0, Reading.LFT_BEYOND_CAP, "0");
      return true;
    }
    if (entry > 0 && written > numPorts) {
      judge(unknownPort, read, port, index, written, Reading.LFT_UNKNOWN_PORT, "stored");
      return true;
    }
    return entry == 0;
  }

  /// An entry reads as the value written, or as 255: a reading, noted once for each way.
  private void judge(
      String step,
      MadPacketSpec read,
      Field port,
      int index,
      long value,
      Reading reading,
      String way)
      throws TestException {
    mads.steps().step(step);
    long shown = read.data(port, index);
    if (shown == NO_PORT || shown == value) {
      mads.checks().verify(read, true, () -> "", () -> "");
    } else {
      mads.steps()
          .at(
              "entry",
              index,
              () ->
                  mads.checks()
                      .verify(
                          read,
                          false,
                          () -> value == NO_PORT ? "Port 255" : "Port %d or 255".formatted(value),
                          () -> "Port " + shown));
    }
    if (value != NO_PORT && (shown == value || shown == NO_PORT)) {
      String gone = shown == value ? way : "255";
      if (noted.add(reading.id() + gone)) {
        mads.steps().reading(read.frame(), reading, gone);
      }
    }
  }

  /// Ports 0 to NumPorts; LID 0 as read. Rounds 0 and 1 have nothing in common; round 2 has every
  /// bit of round 1 inverted, within the range of ports.
  static Pattern existingPorts(int numPorts, int round) {
    int bits = Integer.highestOneBit(numPorts + 1) - 1;
    return (_, entry, held) -> {
      if (entry == 0) {
        return held;
      }
      int port = mixed(entry, round == 0) % (numPorts + 1);
      return round == 2 ? ~port & bits : port;
    };
  }

  /// Port numbers above NumPorts, and existing ones in every other entry; LID 0 as read.
  static Pattern missingPorts(int numPorts, boolean upwards) {
    return (_, entry, held) -> {
      if (entry == 0) {
        return held;
      }
      boolean isMissing = (entry & 1) == (upwards ? 1 : 0);
      return isMissing
          ? NO_PORT - mixed(entry, upwards) % (NO_PORT - numPorts)
          : mixed(entry, upwards) % (numPorts + 1);
    };
  }

  /// Returns a number that differs from that of almost any other entry.
  private static int mixed(int entry, boolean upwards) {
    int bits = (entry + 1) * (upwards ? 0x9E3779B1 : 0x85EBCA77);
    bits = (bits ^ (bits >>> 15)) * 0x2C1B3C6D;
    return (bits ^ (bits >>> 13)) >>> 8;
  }
}
