package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY_IMM;

import java.util.List;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;

/// # A datagram with an invalid BTH or ICRC is silently dropped
///
/// - Section: 9.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-header-checks#01, ia-ud-header-checks#02, ia-ud-header-checks#03
///
/// The tester sends datagrams with a single fault each: in the ICRC, the transport version, the
/// P_Key, or the destination QP. The DUT does not respond, completes no receive, and accepts the
/// next valid datagram, and one from a limited member of the partition.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses separate QPs; most are also tested with immediate
///   data. A full member of a partition also communicates with its limited members; a limited
///   member does not (10.9.3).
///
/// ## Procedure
///
/// - 1: For each case: open the QPs, and post two receives.
/// - 2: Send the datagram.
/// - 3: Verify that no packet is received and that no receive completes. [ia-ud-header-checks#01]
/// - 4: Verify that the QP is in RTS; send a valid datagram; verify that it completes the next
///   receive with its payload. [ia-ud-header-checks#02]
/// - 5: Open the QPs; post a receive. The DUT posts a datagram.
/// - 6: Receive it. Unless its P_Key is that of a limited member, send a valid datagram with P_Key
///   0x7FFF; verify that it completes the receive. [ia-ud-header-checks#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class U09_HeaderChecks extends DatagramTest {
  private static final int LIMITED_MEMBER = 0x7FFF;

  /// The high-order bit, because no device has that many QPs.
  private static final int QPN_BIT = 23;

  private final DatagramReceiver receiver = new DatagramReceiver(tt());
  private final DatagramSender sender = new DatagramSender(tt());

  private interface Fault {
    PacketOut on(PacketOut right);
  }

  @Override
  public boolean execute() throws TestException {
    for (OpCode opCode : List.of(UD_SEND_ONLY, UD_SEND_ONLY_IMM)) {
      String of = opCode + ", ";
      carryOut(of + "wrong ICRC", () -> procedure(opCode, PacketOut::wrongIcrc));
      for (int bit : List.of(0, 3)) {
        carryOut(of + "TVer " + (1 << bit), () -> procedure(opCode, inverted(Bth.T_VER, bit)));
      }
      carryOut(of + "P_Key, first byte", () -> procedure(opCode, inverted(Bth.P_KEY, 14)));
      carryOut(of + "P_Key, last byte", () -> procedure(opCode, inverted(Bth.P_KEY, 0)));
    }
    carryOut("DestQP of no QP", () -> procedure(UD_SEND_ONLY, inverted(Bth.DEST_QP, QPN_BIT)));
    carryOut("P_Key of a limited member", this::limitedMember);
    return log().allPassed();
  }

  private static Fault inverted(Field field, int bit) {
    return right -> right.invert(Header.BTH, field, bit);
  }

  private void procedure(OpCode opCode, Fault fault) throws TestException {
    step("1");
    receiver.postReceives(2, DatagramReceiver.SHORT);
    step("2");
    receiver.send(fault.on(receiver.datagram(opCode)));
    step("3");
    receiver.verifyNothing();
    step("4");
    receiver.verifyServes();
  }

  private void limitedMember() throws TestException {
    step("5");
    sender.registerData(DatagramSender.SHORT);
    receiver.postReceives(1, DatagramReceiver.SHORT);
    sender.post(sender.datagram(0, DatagramSender.SHORT));
    step("6");
    PacketIn packetIn = packets().receive(UD_SEND_ONLY, pair().dutStartPsn());
    if (packetIn.get(Header.BTH, Bth.P_KEY) == LIMITED_MEMBER) {
      notApplicable("limited membership of the partition");
      return;
    }
    receiver.send(receiver.datagram().set(Bth.P_KEY, LIMITED_MEMBER));
    receiver.verifyCompleted(0, DatagramReceiver.SHORT);
  }
}
