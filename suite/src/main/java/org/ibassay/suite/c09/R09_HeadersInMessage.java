package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;

/// # A request with an invalid BTH or ICRC is dropped, whatever its OpCode
///
/// - Section: 9.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-headers-in-message#01, ia-r09-headers-in-message#02,
///   ia-r09-headers-in-message#03
///
/// The tester sends a wrong ICRC, TVer, P_Key, or DestQP in each packet of a SEND and of an RDMA
/// WRITE of three packets, in a READ, and in atomics. The DUT drops the packet, and executes a
/// valid one with the same PSN.
///
/// ## Notes
///
/// - This test is the suite's own. R09_HeaderChecks has further faults, in RDMA WRITEs of one
///   packet.
/// - Each case uses a separate connection. READs and atomics are omitted for a DUT without them.
///
/// ## Procedure
///
/// - 1: For each case: open a connection, register memory, and post a receive.
/// - 2: Send the packets before the one with the fault; receive the ACK of each: PSN, MSN.
///   [ia-r09-headers-in-message#01]
/// - 3: Send the packet with the fault; verify that no packet is received.
///   [ia-r09-headers-in-message#02]
/// - 4: Send the packet without the fault, and those after it; receive the response to each: PSN,
///   MSN. [ia-r09-headers-in-message#01]
/// - 5: Verify that the data of the SEND or RDMA WRITE, or the result of the atomic, is in memory;
///   and that the receive of a SEND completes. [ia-r09-headers-in-message#03]
/// - 6: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.SENDS, Ability.WRITES, Ability.RECEIVES},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_HeadersInMessage extends TransportTest {
  private static final int PACKETS = 3;
  private static final int TAIL = 12;

  private final DutResponder responder = new DutResponder(tt());

  private interface Fault {
    PacketOut in(PacketOut valid);
  }

  @Override
  public boolean execute() throws TestException {
    Map<String, Fault> faults = new LinkedHashMap<>();
    faults.put("wrong ICRC", PacketOut::wrongIcrc);
    put(faults, "TVer 1", Bth.T_VER, 0);
    put(faults, "P_Key", Bth.P_KEY, 0);
    // A QP number that is hardly in use on any device.
    put(faults, "DestQP", Bth.DEST_QP, 23);
    for (Map.Entry<String, Fault> fault : faults.entrySet()) {
      for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
        for (int i = 0; i < PACKETS; i++) {
          int index = i;
          carryOutOnce(
              "%s packet %d of %d, %s".formatted(kind, i + 1, PACKETS, fault.getKey()),
              () -> message(kind, index, fault.getValue()));
        }
      }
      for (RequestKind kind :
          List.of(RequestKind.READ, RequestKind.CMPSWAP, RequestKind.FETCHADD)) {
        if (kind.isServedBy(dut())) {
          carryOutOnce(
              "%s, %s".formatted(kind, fault.getKey()), () -> single(kind, fault.getValue()));
        }
      }
    }
    return log().allPassed();
  }

  private static void put(Map<String, Fault> faults, String which, Field field, int bit) {
    faults.put(which, packet -> packet.invert(Header.BTH, field, bit));
  }

  private void message(RequestKind kind, int index, Fault fault) throws TestException {
    step("1");
    byte[] data = pattern((PACKETS - 1) * cc().pmtu() + TAIL);
    MemoryRegion region = memory().register();
    MemoryRegion received = work().postReceives(1, data.length);
    step("2");
    for (int i = 0; i < index; i++) {
      send(kind, region, data, i);
    }
    step("3");
    int psn = cc().psn(index);
    transportTxPacket(fault.in(packet(kind, region, data, index)), psn);
    packets().verifySilence(psn);
    step("4");
    for (int i = index; i < PACKETS; i++) {
      send(kind, region, data, i);
    }
    step("5");
    if (kind == RequestKind.SEND) {
      work().verifyEnded(work().pollReceives(1), List.of(DutWork.Ended.well(0)));
    }
    memory().verify(kind == RequestKind.SEND ? received : region, 0, data);
    step("6");
  }

  private PacketOut packet(RequestKind kind, MemoryRegion region, byte[] data, int index) {
    return responder.message(kind, region, data).get(index);
  }

  private void send(RequestKind kind, MemoryRegion region, byte[] data, int index)
      throws TestException {
    int psn = cc().psn(index);
    transportTxPacket(packet(kind, region, data, index), psn);
    responder.verifyResponse(kind, psn, index == PACKETS - 1 ? 1 : 0);
  }

  private void single(RequestKind kind, Fault fault) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    int psn = cc().startPsn();
    step("3");
    transportTxPacket(fault.in(responder.request(kind)), psn);
    packets().verifySilence(psn);
    step("4");
    transportTxPacket(responder.request(kind), psn);
    responder.verifyResponse(kind, psn, 1);
    step("5");
    if (kind.isAtomic()) {
      memory().verifyNumber(region, 0, DutResponder.NUMBER);
    }
    step("6");
  }
}
