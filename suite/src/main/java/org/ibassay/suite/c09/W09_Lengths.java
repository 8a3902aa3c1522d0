package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;
import org.ibassay.wire.packet.Reth;

/// # A packet of invalid length discards its message
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-lengths#01, ia-uc-lengths#02, ia-uc-lengths#03
///
/// The tester sends messages in which one packet is too long or too short: a First or Middle
/// shorter than the path MTU, an Only or Last longer than it, a Last without payload, a SEND that
/// is longer than the receive, or a WRITE whose DMA length differs from its data. The DUT does not
/// respond and completes nothing with success; the QP stays operational.
///
/// ## Notes
///
/// - This test is the suite's own. A receive that is too small for a SEND may stay posted for the
///   next message or complete in error.
///
/// ## Procedure
///
/// - 1: For each case: open a connection; register memory; post three receives of three packets.
/// - 2: Send the message.
/// - 3: Verify that no packet is received. [ia-uc-lengths#01]
/// - 4: Verify that no receive completes with success, that the memory of the second receive is
///   unchanged and, for a WRITE, that nothing is stored after its data or after its DMA length.
///   [ia-uc-lengths#02]
/// - 5: Verify that the QP is in RTS; send a SEND Only; verify that it completes the next receive
///   with its data. [ia-uc-lengths#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class W09_Lengths extends UcTest {
  private final UcReceiver receiver = new UcReceiver(tt());

  private interface Fault {
    void in(List<PacketOut> message);
  }

  @Override
  public boolean execute() throws TestException {
    int mtu = dut().pathMtu();
    send("First too short", 3 * mtu, 0, mtu - 4);
    send("Middle too short", 3 * mtu, 1, mtu - 4);
    send("Middle too long", 3 * mtu, 1, mtu + 4);
    send("Last too long", 3 * mtu - 8, 2, mtu + 4);
    send("Last empty", 2 * mtu + 4, 2, 0);
    send("Only too long", mtu, 0, mtu + 4);
    send("longer than the receive", 4 * mtu, 3, mtu);
    send("longer than the receive by a byte", 3 * mtu + 1, 3, 1);
    send("First too long", 3 * mtu - 8, 0, mtu + 4);
    write("DMA length too great", 1);
    write("DMA length too small", -1);
    return log().allPassed();
  }

  private void send(String which, int bytes, int index, int payload) throws TestException {
    Fault fault = message -> message.get(index).payload(pattern(payload));
    carryOut(which, () -> procedure(RequestKind.SEND, bytes, bytes, fault));
  }

  private void write(String which, int more) throws TestException {
    int bytes = 2 * dut().pathMtu() + UcReceiver.SHORT;
    Fault fault = message -> message.getFirst().set(Reth.DMA_LEN, bytes + more);
    int end = Math.min(bytes, bytes + more);
    carryOut(which, () -> procedure(RequestKind.WRITE, bytes, end, fault));
  }

  /// @param end offset in bytes up to which a WRITE may be stored
  private void procedure(RequestKind kind, int bytes, int end, Fault fault) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    receiver.begin(3, 3 * dut().pathMtu());
    step("2");
    List<PacketOut> message = receiver.immediate(kind, region, pattern(bytes));
    fault.in(message);
    receiver.send(message);
    step("3");
    receiver.verifySilence();
    step("4");
    receiver.verifyDropped();
    if (kind == RequestKind.WRITE) {
      memory().verify(region, end, new byte[dut().pathMtu()]);
    } else {
      receiver.verifyReceived(1, new byte[0]);
    }
    step("5");
    receiver.verifyServes();
  }
}
