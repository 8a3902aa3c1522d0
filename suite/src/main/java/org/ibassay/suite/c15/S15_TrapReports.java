package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.GroupEvents.QUIET;
import static org.ibassay.suite.c15.TestSubscription.ALL;
import static org.ibassay.suite.c15.TestSubscription.ALL_PRODUCERS;
import static org.ibassay.wire.sa.InformInfo.PRODUCER_TYPE_VENDOR_ID;
import static org.ibassay.wire.sa.InformInfo.TRAP_NUMBER_DEVICE_ID;
import static org.ibassay.wire.sa.InformInfo.TYPE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.LocalChanges;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.SaReport;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.SaNotice;

/// # Traps of other ports are reported to subscribers
///
/// - Section: 13.4.11
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-trap-reports#01, ia-s15-trap-reports#02, ia-s15-trap-reports#03,
///   ia-s15-trap-reports#04, ia-s15-trap-reports#05, ia-s15-trap-reports#06
///
/// The tester sends the DUT trap 144. The DUT reports it to subscribers of such traps, with the
/// contents of the trap and the GID of the port that sent it, and to no others.
///
/// ## Notes
///
/// - This test is the suite's own. The trap has the present CapabilityMask of the tester's port, so
///   that nothing has changed.
/// - The test does not apply if InformInfoRecord is not supported, or if the stack below the tester
///   keeps Reports.
/// - NoticeToggle and NoticeCount belong to the queue of the port that sent the trap, and are not
///   compared.
/// - How long the tester waits for Reports is as in S15_Reports. Where packets are lost, a trap is
///   sent several times.
///
/// ## Procedure
///
/// - A1: SubnAdmGetTable(InformInfoRecord) by SubscriberGID, to learn what is supported.
/// - A2: Trap 144; verify that no Report of it is received. [ia-s15-trap-reports#01]
/// - A3: SubnAdmSet(InformInfo) with IsGeneric 1, Type 4, TrapNumber 144, ProducerType 1 and
///   LIDRangeBegin 0xFFFF; verify Status 0. Trap 144; verify that a Report of it is received.
///   [ia-s15-trap-reports#02]
/// - A4: Verify IsGeneric, Type, ProducerType, TrapNumber, IssuerLID and DataDetails of the Report:
///   those of the trap. [ia-s15-trap-reports#03]
/// - A5: Verify that its IssuerGID is the GID of the tester's port. Answer it, and end the
///   subscription. [ia-s15-trap-reports#04]
/// - A6: Repeat for subscriptions to trap 128, to Type 1, to ProducerType 4, to a LID and to the
///   GID of the DUT: trap 144; verify that no Report of it is received. [ia-s15-trap-reports#05]
/// - A7: Repeat for subscriptions to all TrapNumbers, Types and ProducerTypes, to the LID and to
///   the GID of the tester's port: trap 144; verify that a Report of it is received.
///   [ia-s15-trap-reports#06]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    lease = true,
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.SUBSCRIPTIONS)
public final class S15_TrapReports extends C15_0_1_012 {
  private static final String SUBSCRIPTION = "subscription";
  private static final int LOCAL_CHANGES = 144;
  private static final int LINK_STATE = 128;
  private static final int URGENT = 1;
  private static final int INFORMATIONAL = 4;
  private static final int CHANNEL_ADAPTER = 1;
  private static final int CLASS_MANAGER = 4;
  private static final long TRANSACTIONS = 0x1BA5_5390L;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private int traps;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    String whyNot = whyNothingHeard();
    if (whyNot != null) {
      leaveOutRest(whyNot);
      return;
    }
    step("A2");
    verifyNone();
    TestSubscription plain =
        TestSubscription.of(LOCAL_CHANGES)
            .with(TYPE, INFORMATIONAL)
            .with(PRODUCER_TYPE_VENDOR_ID, CHANNEL_ADAPTER);
    part(() -> verifyReported(plain));
    part(() -> verifyNarrow(plain));
    part(() -> verifyWide(plain));
  }

  /// Steps A3 to A5.
  private void verifyReported(TestSubscription plain) throws TestException {
    step("A3");
    verifyStatusOk(ask(plain.begin()));
    MadPacketSpec trap = trap();
    SaReport report = verifyReport();
    step("A4");
    List<Field> fields =
        new ArrayList<>(
            List.of(
                Notice.IS_GENERIC,
                Notice.TYPE,
                Notice.PRODUCER_TYPE_VENDOR_ID,
                Notice.TRAP_NUMBER_DEVICE_ID,
                Notice.ISSUER_LID));
    fields.addAll(NoticeDetails.of(LOCAL_CHANGES).orElseThrow().fields());
    for (Field field : fields) {
      verify(
          report.frame(),
          report.data(field) == trap.data(field),
          () -> "%s %s".formatted(field.name(), shown(field, trap.data(field))),
          () -> "%s %s".formatted(field.name(), shown(field, report.data(field))));
    }
    step("A5");
    verify(
        report.frame(),
        report.gid(SaNotice.ISSUER_GID).equals(tester().gid()),
        () -> "IssuerGID " + tester().gid(),
        () -> "IssuerGID " + report.gid(SaNotice.ISSUER_GID));
    reports().answer(report, saLid());
    ask(plain.end());
  }

  private void verifyNarrow(TestSubscription plain) throws TestException {
    repeatCases(
        "A6",
        SUBSCRIPTION,
        List.of(
            new NamedCase<>("trap 128", plain.with(TRAP_NUMBER_DEVICE_ID, LINK_STATE)),
            new NamedCase<>("Type 1", plain.with(TYPE, URGENT)),
            new NamedCase<>("ProducerType 4", plain.with(PRODUCER_TYPE_VENDOR_ID, CLASS_MANAGER)),
            new NamedCase<>("the DUT's LID", plain.from(dut().lid())),
            new NamedCase<>("the DUT's GID", plain.of(dut().gid()))),
        other -> {
          ask(other.begin());
          verifyNone();
          ask(other.end());
        });
  }

  private void verifyWide(TestSubscription plain) throws TestException {
    repeatCases(
        "A7",
        SUBSCRIPTION,
        List.of(
            new NamedCase<>("all TrapNumbers", plain.with(TRAP_NUMBER_DEVICE_ID, ALL)),
            new NamedCase<>("all Types", plain.with(TYPE, ALL)),
            new NamedCase<>(
                "all ProducerTypes", plain.with(PRODUCER_TYPE_VENDOR_ID, ALL_PRODUCERS)),
            new NamedCase<>("the tester's LID", plain.from(tester().lid())),
            new NamedCase<>("the tester's GID", plain.of(tester().gid()))),
        other -> {
          ask(other.begin());
          part(() -> reports().answer(verifyReport(), saLid()));
          ask(other.end());
        });
  }

  // --- traps and Reports

  private MadPacketSpec trap() {
    return LocalChanges.trap(
        tester().lid(), tester().portInfo().data(PortInfo.CAPABILITY_MASK), TRANSACTIONS + ++traps);
  }

  private void sendTrap() throws TestException {
    reports().take();
    mads().sendAsIs(trap(), new Route.Lid(saLid()));
  }

  private static boolean isIt(SaReport report) {
    return report.trap() == LOCAL_CHANGES;
  }

  private SaReport verifyReport() throws TestException {
    List<SaReport> received = List.of();
    for (int i = 0; i < reports().trials() && received.isEmpty(); i++) {
      sendTrap();
      received =
          reports().await(S15_TrapReports::isIt, PATIENCE).stream()
              .filter(S15_TrapReports::isIt)
              .toList();
    }
    boolean isReported = !received.isEmpty();
    verify(
        isReported ? received.getFirst().frame() : 0,
        isReported,
        () -> "a Report of trap 144",
        () -> "none");
    needs(isReported, "there was no Report of trap 144");
    return received.getFirst();
  }

  private void verifyNone() throws TestException {
    List<SaReport> received = List.of();
    for (int i = 0; i < reports().trials() && (i == 0 || !received.isEmpty()); i++) {
      sendTrap();
      received = reports().during(QUIET).stream().filter(S15_TrapReports::isIt).toList();
    }
    boolean isNone = received.isEmpty();
    verify(
        isNone ? 0 : received.getFirst().frame(),
        isNone,
        () -> "no Report of trap 144",
        () -> "one");
    for (SaReport report : received) {
      reports().answer(report, saLid());
    }
  }
}
