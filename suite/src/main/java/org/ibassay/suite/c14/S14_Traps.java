package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.Parameter.SM_PATIENCE;
import static org.ibassay.suite.TesterManager.NOT_ACTIVE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.LocalChanges;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TesterManager;
import org.ibassay.suite.UnaskedSmp;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// # A subnet manager represses traps, and sweeps after trap 144
///
/// - Section: 13.4.9
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the only subnet manager of the tester's subnet
/// - Assertions: ia-s14-traps#01, ia-s14-traps#02, ia-s14-traps#03, ia-s14-traps#04,
///   ia-s14-traps#05, ia-s14-traps#06, ia-s14-traps#07, ia-s14-traps#08, ia-s14-traps#09
///
/// The tester reports by trap 144 that IsSM of its port has changed. The DUT sweeps the subnet, and
/// therefore requests the tester's SMInfo. It answers each trap with a SubnTrapRepress of that
/// trap, which stops the repetition.
///
/// ## Notes
///
/// - This test is the suite's own. The tester, as a manager, is not active and has Priority 0.
/// - A manager that sweeps periodically requests SMInfo without a trap, too. Each iteration of step
///   A1 but the first begins after a sweep, so that the next periodic sweep is far: a manager that
///   ignores traps passes only if it sweeps every few seconds.
/// - Stacks below a real tester may consume a SubnTrapRepress; ibsim drops it. If none is received
///   on a real link, steps A2 to A9 do not apply.
/// - Where packets are lost, a trap is sent up to 6 times.
///
/// ## Procedure
///
/// - A1: Repeat up to 4 times: IsSM of the tester's port becomes 0, then 1, each reported by trap
///   144, until the DUT sends SubnGet(SMInfo). Verify that it sends one within 5 s of the trap in
///   the second, third or fourth iteration. [ia-s14-traps#01]
/// - A2: Trap 144; verify that a SubnTrapRepress is received within 1 s. [ia-s14-traps#02]
/// - A3: Verify its ClassVersion 1, Status 0, AttributeID of Notice and AttributeModifier 0.
///   [ia-s14-traps#03]
/// - A4: Verify that its TransactionID is that of the trap. [ia-s14-traps#04]
/// - A5: Verify that its Notice is that of the trap. [ia-s14-traps#05]
/// - A6: Repeat the trap with its TransactionID, as if the SubnTrapRepress had been lost; verify
///   that a SubnTrapRepress with that TransactionID is received. [ia-s14-traps#06]
/// - A7: Trap 144 twice in a row with different TransactionIDs; verify that a SubnTrapRepress is
///   received for each. [ia-s14-traps#07]
/// - A8: Trap 256, which reports no change; verify that a SubnTrapRepress with its TransactionID is
///   received. [ia-s14-traps#08]
/// - A9: Repeat for traps 129, 130, 131, 257 and 258: send it; verify that a SubnTrapRepress with
///   its TransactionID is received. [ia-s14-traps#09]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS,
    parameters = {SM_KEY, SM_PATIENCE})
public final class S14_Traps extends ManagerTest {
  private static final int ROUNDS = 4;
  private static final int BAD_M_KEY = 256;
  private static final int SECURITY = 2;
  private static final int URGENT = 1;
  private static final int[] OTHERS = {129, 130, 131, 257, 258};
  private static final int CA = 1;
  private static final long TRANSACTIONS = 0x1BA5_5A4C_5A4C_0000L;
  private static final Duration PROMPT = Duration.ofSeconds(5);
  private static final Duration WINDOW = Duration.ofSeconds(1);
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final Field BAD_KEY_LID =
      NoticeDetails.of(BAD_M_KEY).orElseThrow().field("LIDADDR").orElseThrow();

  /// MADs that were received while a SubnTrapRepress was expected, other than requests.
  private final List<UnaskedSmp> instead = new ArrayList<>();

  private int traps;
  private int repressedEarly;

  @Override
  public boolean execute() throws TestException {
    repeatAsManager(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    manager().is(NOT_ACTIVE, 0);
    verifySweep();
    step("A2");
    waitFor(WINDOW); // for a SubnTrapRepress of step A1
    forget();
    MadPacketSpec trap = localChange();
    List<UnaskedSmp> received = repressed(trap);
    if (received.isEmpty() && !isSimulated()) {
      leaveOut("no SubnTrapRepress is received through this stack", "A2", "A9");
      return;
    }
    verifyReceived(!received.isEmpty(), trap);
    if (!received.isEmpty()) {
      verifyContents(received.getLast().mad(), trap);
    }
    step("A6");
    verifyRepressed(trap);
    step("A7");
    verifyRepressed(localChange(), localChange());
    step("A8");
    verifyRepressed(badKey());
    for (int number : OTHERS) {
      step("A9");
      at("trap", number, () -> verifyRepressed(other(number)));
    }
  }

  private void verifySweep() throws TestException {
    Duration delay = Duration.ZERO;
    boolean isPrompt = false;
    for (int round = 1; round <= ROUNDS && !isPrompt && delay.compareTo(patience()) < 0; round++) {
      if (round > 1) {
        manager().end(dutLid());
        forget();
        manager().is(NOT_ACTIVE, 0);
      }
      long sent = now();
      boolean isPolled =
          manager().announce(TesterManager::isPoll, dutLid(), patience()).isPresent();
      delay = isPolled ? Duration.ofNanos(now() - sent) : patience();
      isPrompt = round > 1 && delay.compareTo(PROMPT) <= 0;
    }
    Duration last = delay;
    verify(
        0,
        isPrompt,
        () -> "SubnGet(SMInfo) within %d s of trap 144".formatted(PROMPT.toSeconds()),
        () -> "none within %d s".formatted(Math.min(last.toSeconds(), patience().toSeconds())));
  }

  private void forget() {
    repressedEarly += represses(mads().takeUnasked()).size();
    manager().forget();
  }

  private void verifyContents(MadPacketSpec repress, MadPacketSpec trap) {
    step("A3");
    mads().checks().verifyHeader(repress, MadHeader.CLASS_VERSION, Smp.CLASS_VERSION);
    mads().checks().verifyHeader(repress, MadHeader.STATUS, 0);
    mads().checks().verifyHeader(repress, MadHeader.ATTRIBUTE_ID, Attribute.NOTICE.id());
    mads().checks().verifyHeader(repress, MadHeader.ATTRIBUTE_MODIFIER, 0);
    step("A4");
    mads()
        .checks()
        .verifyHeader(repress, MadHeader.TRANSACTION_ID, expectedTransaction(trap, repress));
    step("A5");
    mads().checks().verifySameData(repress, trap, Attribute.NOTICE);
  }

  private void verifyRepressed(MadPacketSpec... traps) throws TestException {
    mads().takeUnasked();
    instead.clear();
    List<UnaskedSmp> received = repressed(traps);
    for (MadPacketSpec trap : traps) {
      verifyReceived(areAmong(received, trap), trap);
    }
  }

  private void verifyReceived(boolean isReceived, MadPacketSpec trap) {
    verify(
        0,
        isReceived,
        () ->
            "SubnTrapRepress of trap %d within %d s"
                .formatted(trap.data(Notice.TRAP_NUMBER_DEVICE_ID), WINDOW.toSeconds()),
        this::receivedInstead);
  }

  private String receivedInstead() {
    String none = repressedEarly > 0 && instead.isEmpty() ? "none, after %d in step A1" : "none";
    String others =
        instead.stream().map(S14_Traps::named).distinct().collect(Collectors.joining(", "));
    return none.formatted(repressedEarly) + (others.isEmpty() ? "" : ", but " + others);
  }

  private static String named(UnaskedSmp received) {
    MadPacketSpec mad = received.mad();
    long mgmtClass = mad.header(MadHeader.MGMT_CLASS);
    return mgmtClass == Smp.LID_ROUTED
        ? "%s with TransactionID 0x%X".formatted(mad, received.transactionId())
        : "%s with MgmtClass 0x%02X".formatted(mad, mgmtClass);
  }

  // --- traps

  private MadPacketSpec localChange() throws TestException {
    MadPacketSpec own = readOwnPort();
    return LocalChanges.trap(
        (int) own.data(PortInfo.LID), own.data(PortInfo.CAPABILITY_MASK), TRANSACTIONS + ++traps);
  }

  private MadPacketSpec badKey() throws TestException {
    long lid = readOwnPort().data(PortInfo.LID);
    return MadPacketSpec.subnTrap(BAD_M_KEY)
        .setHeader(MadHeader.TRANSACTION_ID, TRANSACTIONS + ++traps)
        .setData(Notice.TYPE, SECURITY)
        .setData(Notice.PRODUCER_TYPE_VENDOR_ID, CA)
        .setData(Notice.ISSUER_LID, lid)
        .setData(BAD_KEY_LID, lid);
  }

  private MadPacketSpec other(int number) throws TestException {
    return MadPacketSpec.subnTrap(number)
        .setHeader(MadHeader.TRANSACTION_ID, TRANSACTIONS + ++traps)
        .setData(Notice.TYPE, number < BAD_M_KEY ? URGENT : SECURITY)
        .setData(Notice.PRODUCER_TYPE_VENDOR_ID, CA)
        .setData(Notice.ISSUER_LID, readOwnPort().data(PortInfo.LID));
  }

  /// Sends traps until a SubnTrapRepress with the TransactionID of each is received.
  ///
  /// @return each SubnTrapRepress received, the latest last
  private List<UnaskedSmp> repressed(MadPacketSpec... traps) throws TestException {
    List<UnaskedSmp> received = new ArrayList<>();
    for (int trial = 0; trial < trials() && !areAmong(received, traps); trial++) {
      for (MadPacketSpec trap : traps) {
        mads().sendAsIs(trap, new Route.Lid(dutLid()));
      }
      long end = now() + WINDOW.toNanos();
      while (!areAmong(received, traps) && now() < end) {
        waitFor(LOOK);
        List<UnaskedSmp> all = mads().takeUnasked();
        received.addAll(represses(all));
        all.stream().filter(mad -> isReply(mad, traps)).forEach(instead::add);
      }
    }
    return received;
  }

  /// Whether it is neither a request nor the SubnTrapRepress of one of the traps.
  private boolean isReply(UnaskedSmp received, MadPacketSpec... traps) {
    long method = received.mad().header(MadHeader.METHOD);
    return method != Method.GET
        && method != Method.SET
        && (method != Method.TRAP_REPRESS
            || Stream.of(traps).noneMatch(trap -> isOf(trap, received)));
  }

  private static List<UnaskedSmp> represses(List<UnaskedSmp> received) {
    return received.stream()
        .filter(mad -> mad.mad().header(MadHeader.METHOD) == Method.TRAP_REPRESS)
        .toList();
  }

  private boolean areAmong(List<UnaskedSmp> received, MadPacketSpec... traps) {
    return Stream.of(traps)
        .allMatch(trap -> received.stream().anyMatch(repress -> isOf(trap, repress)));
  }

  private boolean isOf(MadPacketSpec trap, UnaskedSmp repress) {
    return repress.transactionId() == expectedTransaction(trap, repress.mad());
  }

  /// The trap's TransactionID, with those bits of the one received that are not the tester's: the
  /// stack below has replaced them in the trap.
  private long expectedTransaction(MadPacketSpec trap, MadPacketSpec repress) {
    long own = mads().transactionBits();
    return (trap.header(MadHeader.TRANSACTION_ID) & own)
        | (repress.header(MadHeader.TRANSACTION_ID) & ~own);
  }
}
