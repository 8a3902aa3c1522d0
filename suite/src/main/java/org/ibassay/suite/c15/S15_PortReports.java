package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SM_PATIENCE;
import static org.ibassay.suite.c15.GroupEvents.QUIET;
import static org.ibassay.suite.c15.TestSubscription.CLASS_MANAGER;
import static org.ibassay.suite.c15.TestSubscription.SUBNET_MANAGEMENT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.LocalChanges;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaReport;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaNotice;
import org.ibassay.wire.sa.SaRequest;
import org.jspecify.annotations.Nullable;

/// # Ports that leave and return are reported to subscribers
///
/// - Section: 13.4.11
/// - Coverage: none
/// - Topology: any with a switch and an end port besides tester and DUT
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-port-reports#01, ia-s15-port-reports#02, ia-s15-port-reports#03,
///   ia-s15-port-reports#04, ia-s15-port-reports#05, ia-s15-port-reports#06,
///   ia-s15-port-reports#07, ia-s15-port-reports#08
///
/// The link between a switch and an adapter goes down and trains again. The DUT reports to
/// subscribers that the adapter's GID is out of service (trap 65), then in service (trap 64), once
/// each, and that of no other port. While it is out of service, there is no record of it.
///
/// ## Notes
///
/// - This test is the suite's own. OpenSM cites C14-72.1.1 and C14-72.1.2 where it sends these
///   Reports.
/// - The test does not apply if the subnet has no adapter or router at a switch besides the tester
///   and the DUT, if InformInfoRecord is not supported, or if the stack below the tester keeps
///   Reports.
/// - The tester keeps the link down by repeating a SubnSet: whenever the test ends, the link trains
///   again.
/// - A switch does not report a change that a SubnSet has made: the tester sends trap 144 with its
///   present CapabilityMask every 2 s, so that the DUT sweeps the subnet.
/// - Only the DUT changes the subnet during the test. Where packets are lost, steps A3 to A6, A8
///   and A9 are done several times.
///
/// ## Procedure
///
/// - A1: SubnAdmGetTable(InformInfoRecord) by SubscriberGID, to learn what is supported. Read the
///   subnet by directed routes from the tester's port. Find an end port at a switch that is not of
///   the tester, the DUT or another subnet manager.
/// - A2: SubnAdmSet(InformInfo) for trap 64, and for trap 65, each with IsGeneric 1, Type 3,
///   ProducerType 4 and LIDRangeBegin 0xFFFF.
/// - A3: SubnSet(PortInfo) of the switch's port with PortPhysicalState = Polling, every 6 ms; trap
///   144. Verify that a Report of trap 65 about the end port's GID is received within SM_PATIENCE.
///   [ia-s15-port-reports#01]
/// - A4: Verify IsGeneric 1, Type 3, ProducerType 4, and IssuerLID and IssuerGID of the DUT. Answer
///   the Report. [ia-s15-port-reports#02]
/// - A5: Let the link train; trap 144. Verify that a Report of trap 64 about the end port's GID is
///   received within SM_PATIENCE, and that it is as in step A4. Answer it; wait until PortState is
///   Active. [ia-s15-port-reports#03]
/// - A6: Trap 144, and wait 1.5 s; verify that no other Report about the end port was received
///   since step A3. [ia-s15-port-reports#04]
/// - A7: Verify that no Report of trap 64 or 65 about another end port or switch of step A1 was
///   received since step A3. [ia-s15-port-reports#05]
/// - A8: End the subscription to trap 64. Let the end port leave as in step A3 and return. Verify
///   that no Report of trap 64 is received until 1.5 s after PortState is Active.
///   [ia-s15-port-reports#06]
/// - A9: End the subscription to trap 65. Keep the link down for 1.5 s, and let the end port
///   return. Verify that no Report about it is received. [ia-s15-port-reports#07]
/// - A10: After step A3, with the link still down: SubnAdmGet(NodeRecord) by the LID and by the
///   PortGUID of the end port, SubnAdmGet(PortInfoRecord) by its LID, and SubnAdmGet(PathRecord)
///   from the tester to it by SGID and DGID; verify that there are no records.
///   [ia-s15-port-reports#08]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    lease = true,
    roles = DutRole.SM,
    effect = Effect.DISRUPTS,
    changes = Change.SUBSCRIPTIONS,
    parameters = SM_PATIENCE)
public final class S15_PortReports extends C15_0_1_012 {
  private static final int RETURNED = 64;
  private static final int LEFT = 65;
  private static final long TRANSACTIONS = 0x1BA5_6400L;
  private static final Duration HOLD = Duration.ofMillis(6);
  private static final Duration BEAT = Duration.ofSeconds(2);

  private final List<SaReport> known = new ArrayList<>();
  private final List<SaReport> received = new ArrayList<>();
  private @Nullable SwitchedPort chosen;
  private int traps;
  private long nextTrap;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    known.clear();
    received.clear();
    step("A1");
    String whyNot = whyNothingHeard();
    if (whyNot != null) {
      leaveOutRest(whyNot);
      return;
    }
    FabricView subnet = readSubnet();
    if (subnet == null) {
      return;
    }
    chosen = SwitchedPort.find(subnet, ends()).orElse(null);
    if (chosen == null) {
      leaveOutRest("the subnet has no end port at a switch besides the tester and the DUT");
      return;
    }
    step("A2");
    TestSubscription left = TestSubscription.of(LEFT);
    TestSubscription returned = TestSubscription.of(RETURNED);
    begin(left);
    begin(returned);
    part(() -> {
      verifyReports();
      verifyOthers(subnet);
    });
    part(() -> verifyWithout(returned, left));
  }

  /// Steps A3 to A6.
  private void verifyReports() throws TestException {
    List<SaReport> more = List.of();
    for (int i = 0; i < reports().trials() && (i == 0 || !more.isEmpty()); i++) {
      int from = received.size();
      SaReport gone = left();
      verifyIssued(gone);
      verifyForgotten();
      step("A5");
      SaReport back = returned();
      verifyIssued(back);
      waitUntilActive();
      step("A6");
      quiet(QUIET);
      more =
          received.stream()
              .skip(from)
              .filter(report -> !report.isRepetitionOf(gone) && !report.isRepetitionOf(back))
              .filter(report -> report.about().equals(port().gid()))
              .toList();
    }
    verifyNone(more, "no other Report about the end port");
  }

  /// Step A10.
  private void verifyForgotten() throws TestException {
    long lid = port().node().lid();
    Field guid = NodeRecord.NODE_INFO.of(NodeInfo.PORT_GUID);
    List<SaRequest> requests =
        List.of(
            subnAdmGet(NodeRecord.ATTRIBUTE).with(NodeRecord.LID, lid),
            subnAdmGet(NodeRecord.ATTRIBUTE).with(guid, port().node().guid()),
            subnAdmGet(PortInfoRecord.ATTRIBUTE).with(PortInfoRecord.ENDPORT_LID, lid),
            PathQuery.of(tester().gid(), port().gid()).in(subnAdmGet(PathRecord.ATTRIBUTE)));
    for (int i = 0; i < requests.size(); i++) {
      port().takeDown(mads());
      step("A10");
      SaPacketSpec answer = ask(requests.get(i));
      if (port().state(mads()) > PortState.DOWN) {
        remark("the link trained too soon for step A10");
        return;
      }
      at("request", i + 1, () -> verifyNoRecords(answer));
    }
  }

  /// Step A7.
  private void verifyOthers(FabricView subnet) {
    step("A7");
    Set<Gid> others =
        subnet.nodes().stream()
            .filter(node -> !node.equals(port().node()))
            .map(SwitchedPort::gid)
            .collect(Collectors.toSet());
    List<SaReport> wrong =
        received.stream()
            .filter(report -> report.trap() == LEFT || report.trap() == RETURNED)
            .filter(report -> others.contains(report.about()))
            .toList();
    verifyNone(wrong, "no Report of trap 64 or 65 about another port");
  }

  /// Steps A8 and A9.
  private void verifyWithout(TestSubscription returned, TestSubscription left)
      throws TestException {
    step("A8");
    waitUntilActive();
    ask(returned.end());
    List<SaReport> wrong = List.of();
    for (int i = 0; i < reports().trials() && (i == 0 || !wrong.isEmpty()); i++) {
      left();
      step("A8");
      waitUntilActive();
      wrong = quiet(QUIET).stream().filter(report -> report.trap() == RETURNED).toList();
    }
    verifyNone(wrong, "no Report of trap 64");
    step("A9");
    ask(left.end());
    for (int i = 0; i < reports().trials() && (i == 0 || !wrong.isEmpty()); i++) {
      List<SaReport> all = new ArrayList<>(leave(0, QUIET));
      waitUntilActive();
      all.addAll(quiet(QUIET));
      wrong = all;
    }
    verifyNone(wrong, "no Report");
  }

  // --- the port leaves and returns

  /// Step A3.
  private SaReport left() throws TestException {
    step("A3");
    return verifyReported(LEFT, leave(LEFT, patience()));
  }

  /// Keeps the link down until a trap is reported.
  ///
  /// @param trap 0 for none
  /// @return new Reports about the port
  private List<SaReport> leave(int trap, Duration longest) throws TestException {
    List<SaReport> about = new ArrayList<>(take());
    nextTrap = now();
    long end = now() + longest.toNanos();
    while (lacks(trap, about) && now() < end) {
      port().takeDown(mads());
      provoke();
      waitFor(HOLD);
      about.addAll(take());
    }
    needs(
        !lacks(trap, about) || port().state(mads()) < PortState.ACTIVE,
        "the link of the end port stays Active");
    return about;
  }

  private SaReport returned() throws TestException {
    nextTrap = now();
    long end = now() + patience().toNanos();
    List<SaReport> about = new ArrayList<>(take());
    while (lacks(RETURNED, about) && now() < end) {
      if (port().state(mads()) > PortState.DOWN) {
        provoke();
      }
      waitFor(HOLD);
      about.addAll(take());
    }
    return verifyReported(RETURNED, about);
  }

  private static boolean lacks(int trap, List<SaReport> about) {
    return about.stream().noneMatch(report -> report.trap() == trap);
  }

  private void waitUntilActive() throws TestException {
    nextTrap = now() + BEAT.toNanos();
    long end = now() + patience().toNanos();
    while (port().state(mads()) != PortState.ACTIVE && now() < end) {
      provoke();
      waitFor(HOLD);
    }
    needs(port().state(mads()) == PortState.ACTIVE, "the link does not become Active");
  }

  /// Makes the DUT sweep, and returns the new Reports about the port.
  private List<SaReport> quiet(Duration duration) throws TestException {
    nextTrap = now();
    provoke();
    waitFor(duration);
    return take();
  }

  private void provoke() throws TestException {
    if (now() >= nextTrap) {
      nextTrap = now() + BEAT.toNanos();
      long mask = tester().portInfo().data(PortInfo.CAPABILITY_MASK);
      mads()
          .sendAsIs(
              LocalChanges.trap(tester().lid(), mask, TRANSACTIONS + ++traps),
              new Route.Lid(saLid()));
    }
  }

  // --- Reports

  /// Answers all Reports received since the last call, and returns the new ones about the port.
  private List<SaReport> take() throws TestException {
    List<SaReport> about = new ArrayList<>();
    for (SaReport report : reports().take()) {
      reports().answer(report, saLid());
      if (known.stream().noneMatch(report::isRepetitionOf)) {
        known.add(report);
        received.add(report);
        if (report.about().equals(port().gid())) {
          about.add(report);
        }
      }
    }
    return about;
  }

  private SaReport verifyReported(int trap, List<SaReport> about) throws TestException {
    List<SaReport> found = about.stream().filter(report -> report.trap() == trap).toList();
    boolean isFound = !found.isEmpty();
    verify(
        isFound ? found.getFirst().frame() : 0,
        isFound,
        () -> "a Report of trap %d about %s".formatted(trap, port().gid()),
        () -> about.isEmpty() ? "none about it" + aboutOthers(trap) : about.toString());
    needs(isFound, "there was no Report of trap " + trap);
    return found.getFirst();
  }

  private String aboutOthers(int trap) {
    List<String> gids =
        received.stream()
            .filter(report -> report.trap() == trap && !report.about().equals(port().gid()))
            .map(report -> report.about().toString())
            .distinct()
            .toList();
    return gids.isEmpty() ? "" : ", but about " + String.join(", ", gids);
  }

  /// Step A4.
  private void verifyIssued(SaReport report) {
    step("A4");
    verify(report, Notice.IS_GENERIC, 1);
    verify(report, Notice.TYPE, SUBNET_MANAGEMENT);
    verify(report, Notice.PRODUCER_TYPE_VENDOR_ID, CLASS_MANAGER);
    verify(report, Notice.ISSUER_LID, dut().lid());
    verify(
        report.frame(),
        report.gid(SaNotice.ISSUER_GID).equals(dut().gid()),
        () -> "IssuerGID %s in %s".formatted(dut().gid(), report),
        () -> "IssuerGID " + report.gid(SaNotice.ISSUER_GID));
  }

  private void verify(SaReport report, Field field, long expected) {
    long actual = report.data(field);
    verify(
        report.frame(),
        actual == expected,
        () -> "%s %s in %s".formatted(field.name(), shown(field, expected), report),
        () -> field.name() + " " + shown(field, actual));
  }

  private void verifyNone(List<SaReport> reports, String expected) {
    boolean isNone = reports.isEmpty();
    verify(
        isNone ? 0 : reports.getFirst().frame(), isNone, () -> expected, () -> reports.toString());
  }

  // --- requests

  private void begin(TestSubscription subscription) throws TestException {
    needs(ask(subscription.begin()).status() == 0, "the subscription was rejected");
  }

  private SwitchedPort port() {
    return Objects.requireNonNull(chosen, "step A1 comes first");
  }

  private Duration patience() {
    return Duration.ofSeconds(parameter(SM_PATIENCE));
  }
}
