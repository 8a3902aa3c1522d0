package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;

/// # CM messages are sent from QP1 to QP1 as unreliable datagrams
///
/// - Section: 13.5.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-datagrams#01, ia-cm-datagrams#02, ia-cm-datagrams#03, ia-cm-datagrams#04,
///   ia-cm-datagrams#05, ia-cm-datagrams#06
///
/// The tester sends messages that any host answers: REQ for a service that is not offered, DREQ for
/// a connection that does not exist, and SIDR_REQ. Each response is a SEND Only of 256 bytes from
/// QP1 to QP1, with the Q_Key of QP1 and without AckReq. A REQ is answered whether or not its
/// datagram has the bits SE and AckReq. A port in two partitions answers in the partition of the
/// message.
///
/// ## Notes
///
/// - This test is the suite's own. Each step that receives a message, also in the other tests of
///   communication management, verifies that it is complete, has the P_Key of the partition in
///   which the tester sends and the Q_Key and SrcQP of QP1, and is sent from the DUT's address to
///   the tester's.
/// - Step 6 applies to a DUT of which the URI names a second partition. Ports of RoCE have one
///   P_Key; responders of libibmad used the first P_Key of the port for every answer until 2026.
/// - SE requests an event at the receiver. Linux's Soft-RoCE sets AckReq in datagrams from QP1.
///
/// ## Procedure
///
/// - 1: Send the message; verify that a response is received. [ia-cm-datagrams#01]
/// - 2: Verify DETH:Q_Key 0x80010000. [ia-cm-datagrams#02]
/// - 3: Verify DETH:SrcQP 1. [ia-cm-datagrams#03]
/// - 4: Verify BTH:AckReq 0, because datagrams are not acknowledged. [ia-cm-datagrams#04]
/// - 5: Send REQ in a datagram with SE 1, and with AckReq 1; verify that REJ is received.
///   [ia-cm-datagrams#05]
/// - 6: Send each message with the P_Key of the second partition, then with that of the default
///   partition, then with that of the second one again; verify that each response has a P_Key of
///   the message's partition. [ia-cm-datagrams#06]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class M12_Datagrams extends CmTest {
  @Override
  protected boolean needsService() {
    return false;
  }

  @Override
  public boolean execute() throws TestException {
    OptionalInt second = context().dut().secondPKey();
    if (second.isEmpty()) {
      leaveOut("the DUT's port has no second P_Key", "6", "6");
    }
    carryOut("REJ", 1, () -> procedure(CmCall::request));
    carryOut("DREP", 2, () -> procedure(CmCall::dreq));
    carryOut("SIDR_REP", 3, () -> procedure(CmCall::sidrReq));
    carryOut("SE", 1, () -> verifyTaken(Bth.SE));
    carryOut("AckReq", 1, () -> verifyTaken(Bth.A));
    if (second.isPresent()) {
      int pKey = second.getAsInt();
      carryOut("REJ", 1, () -> verifyPartition(pKey, CmCall::request));
      carryOut("DREP", 2, () -> verifyPartition(pKey, CmCall::dreq));
      carryOut("SIDR_REP", 3, () -> verifyPartition(pKey, CmCall::sidrReq));
    }
    return log().allPassed();
  }

  private void procedure(Function<CmCall, CmMessage> message) throws TestException {
    CmCall call = calls().toNobody();
    step("1");
    call.send(message.apply(call));
    CmIn answer = call.receive();
    step("2");
    checks().verify(answer, Header.DETH, Deth.Q_KEY, Integer.toUnsignedLong(Gmp.Q_KEY));
    step("3");
    checks().verify(answer, Header.DETH, Deth.SRC_QP, Gmp.QP);
    step("4");
    checks().verify(answer, Header.BTH, Bth.A, 0);
  }

  private void verifyTaken(Field bit) throws TestException {
    CmCall call = calls().toNobody();
    step("5");
    tt().exchange().send(call.request(), packet -> packet.set(Header.BTH, bit, 1));
    call.receive(ConnectReject.ATTRIBUTE);
  }

  private void verifyPartition(int second, Function<CmCall, CmMessage> message)
      throws TestException {
    step("6");
    for (int pKey : List.of(second, Gmp.DEFAULT_P_KEY, second)) {
      CmCall call = calls().toNobody();
      tt().exchange().sendIn(pKey, message.apply(call));
      call.receive();
    }
  }
}
