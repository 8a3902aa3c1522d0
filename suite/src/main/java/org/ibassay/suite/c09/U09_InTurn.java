package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramReceiver.GRH_BYTES;
import static org.ibassay.suite.c09.DatagramReceiver.SHORT;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY_IMM;

import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.ImmDt;
import org.jspecify.annotations.Nullable;

/// # Datagrams sent back to back each complete a receive, in order
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-in-turn#01, ia-ud-in-turn#02, ia-ud-in-turn#03, ia-ud-in-turn#04
///
/// The tester sends eight datagrams back to back, with different lengths and source QPs, every
/// other one with immediate data. Only then does it poll the DUT: each datagram has completed a
/// receive, in order, with its own data. In total, more datagrams follow than the DUT's queue can
/// hold.
///
/// ## Notes
///
/// - This test is the suite's own. A receive is posted for each datagram.
///
/// ## Procedure
///
/// - 1: Open the QPs. Nine times: post eight receives, and send eight datagrams.
/// - 2: Verify that eight receives complete, in order, with success, each with the length of its
///   datagram. [ia-ud-in-turn#01]
/// - 3: Verify that each reports its datagram's SrcQP, and its immediate data or none.
///   [ia-ud-in-turn#02]
/// - 4: Verify the payload of each. [ia-ud-in-turn#03]
/// - 5: Verify that no packet is received and that nothing else completes. [ia-ud-in-turn#04]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_InTurn extends DatagramTest {
  private static final int ROUNDS = 9;
  private static final int DATAGRAMS = 8;
  private static final int FIRST_QPN = 0x00_1BE0;
  private static final int FIRST_IMMEDIATE = 0x8B1A_5500;

  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  /// @param number of the datagram, over all rounds
  private record Sent(int number) {
    byte[] payload() {
      return pattern(SHORT - number % SHORT);
    }

    int qpn() {
      return FIRST_QPN + number;
    }

    @Nullable Integer immediate() {
      return number % 2 == 0 ? null : FIRST_IMMEDIATE + number;
    }

    Completion completion(int id, boolean hasGrh) {
      return new Completion(
          id,
          Status.SUCCESS,
          0,
          (long) GRH_BYTES + payload().length,
          new Received(qpn(), hasGrh, immediate()));
    }
  }

  @Override
  public boolean execute() throws TestException {
    carryOut("datagrams", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    for (int i = 0; i < ROUNDS; i++) {
      int first = i * DATAGRAMS;
      at("Round", i + 1, () -> round(first));
    }
    step("5");
    receiver.verifyNothing();
  }

  private void round(int first) throws TestException {
    step("1");
    receiver.postReceives(DATAGRAMS, SHORT);
    for (int i = 0; i < DATAGRAMS; i++) {
      receiver.send(datagram(new Sent(first + i)));
    }
    step("2");
    List<Completion> ended = work().pollReceives(DATAGRAMS);
    boolean isWhole = true;
    for (int i = 0; i < DATAGRAMS; i++) {
      isWhole &= verifyEnded(ended, i, new Sent(first + i));
    }
    needs(isWhole && ended.size() == DATAGRAMS, "receives did not complete as expected");
    for (int i = 0; i < DATAGRAMS; i++) {
      Sent sent = new Sent(first + i);
      step("3");
      Received actual = ended.get(i).received();
      Received expected = new Received(sent.qpn(), actual.hasGrh(), sent.immediate());
      verify(0, actual.equals(expected), expected::toString, actual::toString);
      step("4");
      receiver.verifyPayload(i, sent.payload());
    }
  }

  private boolean verifyEnded(List<Completion> ended, int index, Sent sent) {
    Completion expected = sent.completion(index, true);
    Completion actual = index < ended.size() ? ended.get(index) : null;
    return verify(
        0,
        actual != null
            && actual.id() == expected.id()
            && actual.status() == expected.status()
            && actual.bytes() == expected.bytes(),
        expected::toString,
        () -> DutWork.shown(ended));
  }

  private PacketOut datagram(Sent sent) {
    Integer immediate = sent.immediate();
    PacketOut datagram =
        pair()
            .datagram(immediate == null ? UD_SEND_ONLY : UD_SEND_ONLY_IMM, sent.payload())
            .set(Deth.SRC_QP, sent.qpn());
    return immediate == null
        ? datagram
        : datagram.set(ImmDt.IMM_DT, Integer.toUnsignedLong(immediate));
  }
}
