package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;

/// # Invalid datagrams and CM messages to QP1 are dropped
///
/// - Section: 13.5.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-header-checks#01, ia-cm-header-checks#02, ia-cm-header-checks#03
///
/// The tester sends REQs in datagrams with a wrong Q_Key, P_Key, transport version, or OpCode, and
/// REQs whose MAD header has a wrong version or method. The DUT drops each and sends nothing. It
/// answers a valid REQ afterward.
///
/// ## Notes
///
/// - This test is the suite's own. The REQ is for a service that is not offered; a valid one is
///   answered with REJ.
/// - P_Key 0x7FFF, that of a limited member of the partition, is valid for a DUT that is a full
///   member. It is not tested, because the DUT may be a limited member.
///
/// ## Procedure
///
/// - 1: Send a REQ in an invalid datagram; verify that nothing is received.
///   [ia-cm-header-checks#01]
/// - 2: Send a REQ with an invalid MAD header; verify that nothing is received.
///   [ia-cm-header-checks#02]
/// - 3: After each: send a valid REQ; verify that REJ is received. [ia-cm-header-checks#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_HeaderChecks extends CmTest {
  @Override
  protected boolean needsService() {
    return false;
  }

  private static final int UD_SEND_FIRST = 0x60;

  @Override
  public boolean execute() throws TestException {
    List<Consumer<PacketWriter>> datagrams =
        List.of(
            packet -> packet.set(Header.DETH, Deth.Q_KEY, 0),
            packet -> packet.set(Header.DETH, Deth.Q_KEY, 0x0001_0000),
            packet -> packet.set(Header.DETH, Deth.Q_KEY, 0x8001_0001L),
            packet -> packet.set(Header.BTH, Bth.P_KEY, 0x9BA5),
            packet -> packet.set(Header.BTH, Bth.P_KEY, 0xFFFE),
            packet -> packet.set(Header.BTH, Bth.T_VER, 1),
            packet -> packet.set(Header.BTH, Bth.OP_CODE, UD_SEND_FIRST),
            packet -> packet.set(Header.BTH, Bth.OP_CODE, OpCode.RC_SEND_ONLY.number()));
    for (int i = 0; i < datagrams.size(); i++) {
      Consumer<PacketWriter> edit = datagrams.get(i);
      carryOut("datagram", i + 1, () -> procedure("1", message -> message, edit));
    }
    List<UnaryOperator<CmMessage>> headers =
        List.of(
            message -> message.setHeader(MadHeader.BASE_VERSION, 2),
            message -> message.setHeader(MadHeader.CLASS_VERSION, 1),
            message -> message.setHeader(MadHeader.CLASS_VERSION, 3),
            message -> message.setHeader(MadHeader.METHOD, 0));
    for (int i = 0; i < headers.size(); i++) {
      UnaryOperator<CmMessage> edit = headers.get(i);
      carryOut("header", i + 1, () -> procedure("2", edit, _ -> {}));
    }
    return log().allPassed();
  }

  private void procedure(
      String step, UnaryOperator<CmMessage> message, Consumer<PacketWriter> datagram)
      throws TestException {
    CmCall call = calls().toNobody();
    step(step);
    tt().exchange().send(message.apply(call.request().copy()), datagram);
    call.verifySilence(dut().silenceNanos());
    step("3");
    call.ask();
    call.receive(ConnectReject.ATTRIBUTE);
  }
}
