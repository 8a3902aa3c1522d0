package org.ibassay.suite.c15;

import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;
import static org.ibassay.wire.mad.Gmp.DEFAULT_P_KEY;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Part;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.SaTest;
import org.ibassay.suite.ServiceIds;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;
import org.jspecify.annotations.Nullable;

/// # Subnet administration attributes
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Active at both ends.
/// - I2: GMP_DATA and MAD_DATA are MADs. The ComponentMask of a request has exactly the bits of the
///   components that the request specifies.
/// - I3: Added: Read the attributes of both ports over SMPs: GIDs, LIDs, partitions, the Rate of
///   their link (from its width and speed) and its MTU. The tester is a full member of the default
///   partition. Determine whether the topology is a SimpleLink of two end ports: the neighbor of
///   the tester's port is the DUT itself, not a switch.
/// - I4: Added: SendMad(SubnGet(SMInfo)); verify that SMState is Master, that GUID is the PortGUID
///   of the DUT's port, and that the tester's PortInfo:MasterSMLID is the LID of that port. An SM
///   on another node is never tested. [ia-c15-0-1-012#01]
public abstract class C15_0_1_012 extends SaTest {
  private static final int MASTER = 3;

  private final Map<Integer, Ends> endsOfPorts = new HashMap<>();
  private @Nullable Ends ends;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    if (!portStatesAreActive()) {
      return false;
    }
    repeatForPorts(this::find);
    if (endsOfPorts.isEmpty()) {
      throw new TestException(DUT, "step I4: the DUT is not the manager of the tester's subnet");
    }
    return notReady() == null;
  }

  /// Runs the procedure through each tester port whose subnet the DUT manages.
  protected final void repeatForSubnets(Part procedure) throws TestException {
    repeatForPorts(port -> {
      ends = endsOfPorts.get(port);
      if (ends != null) {
        procedure.run();
      }
    });
  }

  @Override
  protected final int saLid() {
    return (int) tester().portInfo().data(PortInfo.MASTER_SM_LID);
  }

  /// Steps I3 and I4.
  private void find(int port) throws TestException {
    step("I3");
    Ends found = Ends.read(mads());
    if (!found.tester().pKeys().contains(DEFAULT_P_KEY)) {
      notReady("the tester is no full member of the default partition: it has no P_Key 0xFFFF");
    }
    step("I4");
    mads().send(subnGet(SM_INFO));
    MadPacketSpec smInfo = mads().receiveIfAny();
    DirectEndPort dut = found.dut();
    long master = found.tester().portInfo().data(PortInfo.MASTER_SM_LID);
    boolean named = dut.has(master);
    if (smInfo == null
        || smInfo.status() != 0
        || (!named && smInfo.data(SmInfo.SM_STATE) != MASTER)) {
      remark("not judged through port %d: the DUT does not manage that subnet".formatted(port));
      return;
    }
    mads().checks().verifyData(smInfo, SmInfo.SM_STATE, 0, MASTER);
    mads().checks().verifyData(smInfo, SmInfo.GUID, 0, dut.guid());
    verify(
        smInfo.frame(),
        named,
        () -> "MasterSMLID %s at the tester's port".formatted(shown(dut.lid())),
        () -> "MasterSMLID " + shown(master));
    if (named) {
      endsOfPorts.put(port, found);
    }
  }

  /// Returns the two ports of the current subnet.
  final Ends ends() {
    return Objects.requireNonNull(ends, "repeatForSubnets comes first");
  }

  /// Returns the checks of paths in the current subnet.
  final PathChecks paths() {
    return new PathChecks(checks(), ends());
  }

  /// Runs a step for each of several cases, at a place with the name and number of the case.
  ///
  /// @param dimension what is counted, in the singular
  final <T> void repeatCases(
      String step, String dimension, List<NamedCase<T>> cases, NamedCase.Action<T> action)
      throws TestException {
    int number = 1;
    for (NamedCase<T> each : cases) {
      step(step);
      at(each.name() + ", " + dimension, number++, () -> action.run(each.value()));
    }
  }

  /// Reads the nodes of the current subnet by directed routes.
  ///
  /// @return null if there are too many; the remaining steps are then left out
  final @Nullable FabricView readSubnet() throws TestException {
    FabricView subnet = FabricView.sweep(mads()).orElse(null);
    if (subnet == null) {
      leaveOutRest("the subnet has more than %d nodes".formatted(FabricView.MOST_NODES));
    }
    return subnet;
  }

  /// Whether multicast groups can be created, by the ClassPortInfo of the SA.
  final boolean supportsGroups() throws TestException {
    sendMad(subnAdmGet(ClassPortInfo.ATTRIBUTE));
    return receiveMad().record().data(ClassPortInfo.IS_UD_MULTICAST_SUPPORTED) == 1;
  }

  /// Returns why the tester cannot provoke and receive Reports; null if it can.
  final @Nullable String whyNoReports() throws TestException {
    if (!supportsGroups()) {
      return "IsUDMulticastSupported 0: the tester can make no event";
    }
    return whyNothingHeard();
  }

  /// Returns why the tester cannot receive Reports of any event; null if it can.
  final @Nullable String whyNothingHeard() throws TestException {
    sendMad(TestSubscription.all(tester().gid()));
    if (RecordChecks.isUnsupported(receiveMad())) {
      return "InformInfoRecord is not supported";
    }
    return reports().areHeard() ? null : "the stack below the tester keeps Reports";
  }

  /// Step A1: verifies that the DUT answers.
  final void verifyAlive() throws TestException {
    step("A1");
    sendMad(subnAdmGet(ClassPortInfo.ATTRIBUTE));
    verifyStatusOk(receiveMad());
  }

  /// Sends a request once, and verifies that a response to it has a Status other than 0.
  ///
  /// @param what names the request
  final @Nullable SaPacketSpec verifyNotOk(SaRequest request, String what) throws TestException {
    sendMadOnce(request);
    SaPacketSpec answer = receiveMadIfAny();
    verify(
        frameOf(answer),
        answer == null || answer.status() != 0,
        () -> "a Status other than 0 in response to " + what,
        () -> answer == null ? "no response" : answer.statusText());
    return answer;
  }

  static long frameOf(@Nullable SaPacketSpec answer) {
    return answer == null ? 0 : answer.frame();
  }

  /// Returns a multicast group of the tester that does not exist.
  final TestGroup freeGroup() throws TestException {
    for (TestGroup candidate : TestGroup.candidates(ends())) {
      sendMad(candidate.byMgid(subnAdmGet(McMemberRecord.ATTRIBUTE)));
      SaPacketSpec before = receiveMad();
      if (before.status() != 0
          || !before.record().gid(McMemberRecord.MGID).equals(candidate.mgid())) {
        return candidate;
      }
    }
    throw new TestException(DUT, "step A1: the multicast groups of the tester are in use");
  }

  /// Returns services of the tester that are not registered.
  ///
  /// @param firstId ServiceID of the first candidate
  /// @param count at most as many as the runner deletes if the test is killed
  final List<OfferedService> freeServices(long firstId, int count) throws TestException {
    if (count > ServiceIds.MOST_REGISTERED) {
      throw new IllegalArgumentException("%d services are not restored".formatted(count));
    }
    List<OfferedService> free = new ArrayList<>();
    for (OfferedService service : OfferedService.candidates(firstId, tester().gid())) {
      sendMad(service.identity(subnAdmGet(ServiceRecord.ATTRIBUTE)));
      if (receiveMad().hasNoRecords()) {
        free.add(service);
      }
      if (free.size() == count) {
        return free;
      }
    }
    throw new TestException(
        DUT, "step A1: services 0x%X and the next are registered already".formatted(firstId));
  }

  /// Verifies that a request was rejected.
  ///
  /// @param codes the class-specific codes that may say so: of [SaStatus]
  final boolean verifyRefused(SaPacketSpec answer, int... codes) {
    return verify(
        answer,
        answer.isRefusedWith(codes),
        () ->
            Arrays.stream(codes)
                .mapToObj(SaStatus::name)
                .collect(Collectors.joining(" or ", "Status ", "")),
        () -> "Status " + answer.statusText());
  }

  /// Verifies that a request was rejected for a GID, and notes the code.
  ///
  /// @param reading which code that is
  final void verifyGidRefused(SaPacketSpec answer, Reading reading) {
    if (verifyRefused(answer, SaStatus.REQ_INVALID, SaStatus.REQ_INVALID_GID)) {
      reading(answer.frame(), reading, "code-" + SaStatus.of(answer.status()));
    }
  }

  /// Returns the tester's port.
  protected final DirectEndPort tester() {
    return ends().tester();
  }

  /// Returns the DUT's port, where SM and SA run.
  protected final DirectEndPort dut() {
    return ends().dut();
  }

  /// Sends a request and returns the response.
  final SaPacketSpec ask(SaRequest request) throws TestException {
    sendMad(request);
    return receiveMad();
  }

  /// Returns the records of a response: none if its Status is not 0.
  static List<SaRecord> recordsOf(SaPacketSpec answer) {
    if (answer.status() != 0) {
      return List.of();
    }
    return answer.isTable() ? answer.records() : List.of(answer.record());
  }
}
