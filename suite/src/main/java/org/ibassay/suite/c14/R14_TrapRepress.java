package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.suite.c14.R14_KeyTrap.BAD_M_KEY;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UnaskedSmp;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;

/// # A trap is repeated, at most at the rate of SubnetTimeOut, until it is repressed
///
/// - Section: 13.4.9
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-trap-repress#01, ia-r14-trap-repress#02, ia-r14-trap-repress#03,
///   ia-r14-trap-repress#04, ia-r14-trap-repress#05, ia-r14-trap-repress#06, ia-r14-trap-repress#07
///
/// The tester provokes trap 256 with a wrong M_Key and observes the traps that follow. A repetition
/// is identical to the first trap, bit for bit. No trap follows another sooner than SubnetTimeOut
/// allows. A TrapRepress of that trap ends the repetition and gets no response; a TrapRepress of
/// another trap, or with a wrong M_Key, does not end it.
///
/// ## Notes
///
/// - This test is the suite's own. Linux drivers cite o13-5 (a TransactionID for each new trap) and
///   o14-2 (the rate).
/// - Whether, and how often, a trap is repeated is open (`trap-repeated`). Checks of repetitions
///   apply only if three traps are received for one event.
/// - Whether TransactionID, Notice, or both identify the trap that a TrapRepress is for is a
///   reading (`trap-repress-match`): step A6 changes both.
/// - Where packets are lost or duplicated, the longest interval between two traps counts.
///
/// ## Procedure
///
/// - A1: M_Key = M_KEY_DUT, M_KeyProtectBits = 2, PortState Active.
/// - A2: SendMad(SubnGet(NodeInfo)) with a wrong M_Key; wait for trap 256. If none is sent, the
///   test does not apply.
/// - A3: Receive further traps until there are six, or none for 0.7 s. Note whether the trap is
///   repeated. Verify that each trap with the same TransactionID or the same Notice is identical in
///   all 256 bytes. [ia-r14-trap-repress#01]
/// - A4: Verify that SubnetTimeOut, less one eighth, has passed between two traps.
///   [ia-r14-trap-repress#02]
/// - A5: Provoke another trap; verify that its TransactionID is different. [ia-r14-trap-repress#03]
/// - A6: SubnTrapRepress(Notice) with another TransactionID and another TrapNumber; verify that the
///   trap is repeated. [ia-r14-trap-repress#04]
/// - A7: SubnTrapRepress(Notice) of the trap with a wrong M_Key; verify that the trap is repeated.
///   [ia-r14-trap-repress#05]
/// - A8: Provoke another trap. SubnTrapRepress(Notice) with the TransactionID only, and of another
///   trap with the Notice only; note which of them ends the repetition.
/// - A9: Provoke another trap. SubnTrapRepress(Notice) of the trap.
/// - A10: Verify that it is no longer received. [ia-r14-trap-repress#06]
/// - A11: Verify that the SubnTrapRepress gets no response. [ia-r14-trap-repress#07]
/// - A12: M_Key = 0, M_KeyProtectBits = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = {Change.PORT_INFO, Change.SWITCH_INFO, Change.LINEAR_FORWARDING_TABLE},
    parameters = {M_KEY_DUT, M_KEY_OTHER})
public final class R14_TrapRepress extends TrapTest {
  private static final int ENOUGH = 6;
  private static final int FEW = 3;
  private static final long OWN_TRANSACTIONS = 0x5A5A_0000;
  private static final Duration LEAST = INTERVAL.multipliedBy(7).dividedBy(8);
  private static final Duration QUIET = INTERVAL.multipliedBy(5);

  private int provoked;

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(port -> {
      if (prepare(true)) {
        part(this::procedure);
        unprotect("A12");
        settle();
      }
    });
    return log().allPassed();
  }

  private void procedure() throws TestException {
    protect("A1");
    activate();
    step("A2");
    List<UnaskedSmp> first = provoke();
    if (first.isEmpty()) {
      leaveOut("only for devices that send trap 256; the DUT does not", "A2", "A11");
      return;
    }
    boolean isRepeated = verifyRepetition(first);
    step("A5");
    UnaskedSmp second = next();
    verify(
        second.mad(),
        second.transactionId() != first.getFirst().transactionId(),
        () -> "a TransactionID other than " + shown(first.getFirst().transactionId()),
        () -> "the same TransactionID");
    if (isRepeated) {
      verifyOthers(second);
      step("A8");
      noteMatch();
    } else {
      leaveOut("the trap is not repeated three times", "A6", "A7");
    }
    verifyRepressed();
  }

  /// Provokes a trap and waits for it. Earlier traps are repressed.
  ///
  /// @return the traps received until then, from the first one on
  private List<UnaskedSmp> provoke() throws TestException {
    List<UnaskedSmp> received = List.of();
    for (int i = 0; i < trials() && received.isEmpty(); i++) {
      MadPacketSpec refused = subnGet(NODE_INFO).mKey(wrongKey(++provoked));
      refused.setHeader(MadHeader.TRANSACTION_ID, OWN_TRANSACTIONS + provoked);
      mads().sendAsIs(refused, mads().toDut()); // the trap is what answers it
      received =
          traps().await(all -> all.stream().anyMatch(R14_TrapRepress::isBadKey), PATIENCE).stream()
              .dropWhile(trap -> !isBadKey(trap))
              .toList();
    }
    return received;
  }

  private static boolean isBadKey(UnaskedSmp trap) {
    return TrapWatch.isOf(BAD_M_KEY, trap);
  }

  private UnaskedSmp next() throws TestException {
    String here = mads().steps().current();
    quieten();
    step(here);
    List<UnaskedSmp> received = provoke();
    needs(!received.isEmpty(), "no further trap 256 was received");
    return received.getFirst();
  }

  /// Steps A3 and A4.
  ///
  /// @return whether it is repeated often enough to check
  private boolean verifyRepetition(List<UnaskedSmp> begun) throws TestException {
    step("A3");
    List<UnaskedSmp> all = new ArrayList<>(begun);
    UnaskedSmp first = all.getFirst();
    long last = all.getLast().receivedAt();
    while (all.size() < ENOUGH && now() < last + PATIENCE.toNanos()) {
      all.addAll(traps().await(list -> !list.isEmpty(), INTERVAL));
      last = all.getLast().receivedAt();
    }
    reading(
        all.getLast().mad().frame(), Reading.TRAP_REPEATED, all.size() > 1 ? "repeated" : "once");
    for (UnaskedSmp again : all) {
      if (again.transactionId() == first.transactionId() || again.hasNoticeOf(first)) {
        mads().checks().verifySame(again.mad(), first.mad(), Attribute.NOTICE);
      }
    }
    step("A4");
    if (all.size() > 1) {
      verifyRate(all);
    } else {
      notApplicable("the trap is sent once");
    }
    return all.size() >= FEW;
  }

  private void verifyRate(List<UnaskedSmp> all) {
    long longest = 0;
    long shortest = Long.MAX_VALUE;
    for (int i = 1; i < all.size(); i++) {
      long gap = all.get(i).receivedAt() - all.get(i - 1).receivedAt();
      longest = Math.max(longest, gap);
      shortest = Math.min(shortest, gap);
    }
    long judged = port().isLossless() ? shortest : longest;
    verify(
        all.getLast().mad(),
        judged >= LEAST.toNanos(),
        () -> "a trap at most every %.1f ms".formatted(INTERVAL.toNanos() / 1e6),
        () -> "a trap after %.1f ms".formatted(judged / 1e6));
  }

  /// Steps A6 and A7.
  private void verifyOthers(UnaskedSmp trap) throws TestException {
    step("A6");
    MadPacketSpec other = traps().repressOf(trap.mad());
    other.setHeader(MadHeader.TRANSACTION_ID, trap.transactionId() ^ 0x10);
    other.setData(Notice.TRAP_NUMBER_DEVICE_ID, 257);
    verifyContinued(other);
    UnaskedSmp another = next();
    step("A7");
    verifyContinued(traps().repressOf(another.mad()).mKey(wrongKey(++provoked)));
  }

  private void verifyContinued(MadPacketSpec repress) throws TestException {
    traps().send(repress);
    boolean isRepeated = isRepeated();
    verify(
        repress,
        isRepeated,
        () -> "the trap again, as no SubnTrapRepress was sent",
        () -> "no trap for %.1f s".formatted(PATIENCE.toNanos() / 1e9));
  }

  private boolean isRepeated() throws TestException {
    return !traps().await(list -> !list.isEmpty(), PATIENCE).isEmpty();
  }

  /// Step A8.
  private void noteMatch() throws TestException {
    UnaskedSmp one = next();
    step("A8");
    MadPacketSpec byTransaction = traps().repressOf(one.mad());
    traps().send(byTransaction.setData(Notice.ISSUER_LID, dutLid() ^ 1));
    boolean isByTransaction = !isRepeated();
    UnaskedSmp other = next();
    step("A8");
    MadPacketSpec byNotice = traps().repressOf(other.mad());
    traps().send(byNotice.setHeader(MadHeader.TRANSACTION_ID, other.transactionId() ^ 0x10));
    boolean isByNotice = !isRepeated();
    String one1 = isByTransaction ? "transaction" : "both";
    String way = isByNotice ? (isByTransaction ? "either" : "notice") : one1;
    reading(other.mad().frame(), Reading.TRAP_REPRESS_MATCH, way);
  }

  /// Steps A9 to A11.
  private void verifyRepressed() throws TestException {
    UnaskedSmp trap = next();
    step("A9");
    traps().repress(trap.mad());
    List<UnaskedSmp> received = new ArrayList<>();
    List<UnaskedSmp> more = all(QUIET);
    for (int i = 1; i < trials() && more.stream().anyMatch(UnaskedSmp::isTrap); i++) {
      received.addAll(more);
      traps().repress(trap.mad());
      more = all(QUIET);
    }
    received.addAll(more);
    step("A10");
    verifyNone(more.stream().filter(UnaskedSmp::isTrap).toList(), "that was repressed");
    step("A11");
    for (UnaskedSmp answer : received) {
      boolean isAnswer =
          (answer.mad().header(MadHeader.METHOD) & Method.RESPONSE_BIT) != 0
              && answer.transactionId() == trap.transactionId();
      verify(
          answer.mad(), !isAnswer, () -> "no response to SubnTrapRepress", () -> "" + answer.mad());
    }
    if (received.isEmpty()) {
      verify(trap.mad(), true, () -> "no response", () -> "none");
    }
  }

  private List<UnaskedSmp> all(Duration duration) throws TestException {
    waitFor(duration);
    return traps().take();
  }
}
