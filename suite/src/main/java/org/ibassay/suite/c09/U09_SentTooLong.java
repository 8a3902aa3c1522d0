package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.UD_SEND_TOO_LONG;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;

import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # A datagram longer than the MTU is not sent
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-sent-too-long#01, ia-ud-sent-too-long#02
///
/// The DUT posts datagrams that are longer than its port's MTU, by one byte and by a whole MTU: no
/// packet is sent. Another QP of the DUT then sends one of exactly the MTU.
///
/// ## Notes
///
/// - This test is the suite's own. How the error is reported is left open (reading
///   `ud-send-too-long`): the Work Request may be rejected, complete in error, or complete with
///   success. So the control uses separate QPs.
///
/// ## Procedure
///
/// - 1: For each length: open the QPs, register memory and fill it. The DUT posts a datagram of the
///   length, which may be rejected; verify that no packet is received. [ia-ud-sent-too-long#01]
/// - 2: Open new QPs; the DUT posts a datagram of exactly the MTU. Receive it: OpCode, PSN, and
///   payload. [ia-ud-sent-too-long#02]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_SentTooLong extends DatagramTest {
  private final DatagramSender sender = new DatagramSender(tt());

  @Override
  public boolean execute() throws TestException {
    int mtu = dut().pathMtu();
    for (int bytes : List.of(mtu + 1, 2 * mtu)) {
      carryOut(counted(bytes, "byte"), () -> tooLong(bytes));
    }
    carryOut(counted(mtu, "byte"), () -> fits(mtu));
    return log().allPassed();
  }

  private void tooLong(int bytes) throws TestException {
    step("1");
    sender.registerData(bytes);
    boolean taken = work().postIfTaken(pair().qp(), sender.datagram(1, bytes));
    packets().verifySilence(pair().dutStartPsn());
    reading(0, UD_SEND_TOO_LONG, taken ? ending(work().pollSends(0)) : "refused");
  }

  private static String ending(List<Completion> ended) {
    return ended.isEmpty()
        ? "nothing"
        : ended.getFirst().status() == Status.SUCCESS ? "success" : "error";
  }

  private void fits(int bytes) throws TestException {
    step("2");
    sender.registerData(bytes);
    sender.post(sender.datagram(1, bytes));
    sender.verifySent(UD_SEND_ONLY, pair().dutStartPsn(), bytes);
  }
}
