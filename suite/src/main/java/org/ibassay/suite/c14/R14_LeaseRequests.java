package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.LEASE_PERIOD;
import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.suite.Parameter.M_KEY_PROTECT_BITS;
import static org.ibassay.suite.Parameter.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Part;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.WayByLid;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.jspecify.annotations.Nullable;

/// # Every request starts or stops the lease period timer by its M_Key
///
/// - Section: 14.2.4.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-lease-requests#01, ia-r14-lease-requests#02, ia-r14-lease-requests#03,
///   ia-r14-lease-requests#04, ia-r14-lease-requests#05
///
/// C14_017_01 and C14_017_03 start the timer with a SubnGet(NodeInfo) that has a wrong M_Key and
/// stop it with one that has the right M_Key. This test does so with other requests. The end of the
/// lease leaves P_KeyTable unchanged, and a Set still needs the M_Key, but every requester can read
/// it.
///
/// ## Notes
///
/// - This test is the suite's own. The requests are SubnSet(PortInfo) with the values just read
///   except for M_KeyLeasePeriod = 1, SubnSet(P_KeyTable) with the values just read,
///   SubnGet(NodeDescription), SubnTrapRepress(Notice), whose M_Key is checked, too (C14_016_Set),
///   SubnSet(NodeInfo) and SubnGet of attribute 0x7FFF, both of which are rejected. If DUT and
///   tester are directly connected and both have a LID, except on a switch, whose responses would
///   follow its own forwarding table, SubnGet(NodeDescription) is also sent by LID (management
///   class 0x01).
/// - A request that is rejected with the right M_Key has passed the check. A DUT may be silent
///   where an attribute does not exist; whether its timer stops is then not checked.
/// - On a real link, the test runs only for the first value of M_KEY_PROTECT_BITS.
/// - Where packets can be lost, a failure counts only if two attempts of the whole test, from
///   initialization on, fail alike; attempts that disagree are inconclusive.
///
/// ## Procedure
///
/// - 1: SubnGet(NodeInfo), SubnGet(PortInfo) and SubnGet(P_KeyTable) with M_Key = M_KEY_DUT.
///   SubnSet(P_KeyTable) with M_Key = M_KEY_DUT and one unused entry set to 0x2BD3, if there is
///   one.
/// - 2: For each of the requests: SubnSet(PortInfo) with M_KeyProtectBits, M_KeyLeasePeriod and
///   M_KeyViolations as in initialization. Send the request with M_Key = M_KEY_OTHER; its failed
///   check starts the timer.
/// - 3: Wait for the lease period plus 10 % (at least 200 ms).
/// - 3.1: After the SubnGet(NodeDescription) by directed route: SubnGet(PortInfo) with M_Key =
///   M_KEY_OTHER, as a manager does that takes the port over. If step 4 reads
///   PortInfo:M_KeyProtectBits == 0, verify that there is a response with status 0,
///   PortInfo:M_KeyProtectBits == 0 and PortInfo:M_Key == M_KEY_DUT. [ia-r14-lease-requests#05]
/// - 4: SubnGet(PortInfo) with M_Key = M_KEY_DUT; verify PortInfo:M_KeyProtectBits == 0.
///   [ia-r14-lease-requests#01]
/// - 5: SubnGet(P_KeyTable) with M_Key = M_KEY_DUT; verify that it is as set in step 1.
///   [ia-r14-lease-requests#03]
/// - 6: After the first request: SubnSet(PortInfo) as read, with M_Key = M_KEY_OTHER. Verify that
///   it gets no response, and by SubnGet(PortInfo) with M_KEY_DUT that M_KeyViolations is one more.
///   [ia-r14-lease-requests#04]
/// - 6.1: If step 4 has read PortInfo:M_KeyProtectBits == 0: SubnGet(NodeInfo) with M_Key =
///   M_KEY_OTHER; verify that there is a response. [ia-r14-lease-requests#05]
/// - 7: For each of the requests: SubnSet(PortInfo) as in step 2. SendMad(SubnGet(NodeInfo)) with
///   M_Key = M_KEY_OTHER.
/// - 8: Wait for half the lease period. Send the request with M_Key = M_KEY_DUT; its check succeeds
///   and stops the timer.
/// - 9: Wait for the lease period plus 10 % (at least 200 ms): a timer that the request had
///   restarted is over, too.
/// - 10: SubnGet(PortInfo) with M_Key = M_KEY_DUT; verify that PortInfo:M_KeyProtectBits still has
///   the value set, 2 or 3. [ia-r14-lease-requests#02]
/// - 11: M_Key, M_KeyProtectBits and M_KeyViolations = 0. SubnSet(P_KeyTable) as read in step 1.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = {Change.PORT_INFO, Change.P_KEY_TABLE},
    parameters = {M_KEY_DUT, M_KEY_OTHER, LEASE_PERIOD, M_KEY_PROTECT_BITS, M_KEY_VIOLATIONS})
public final class R14_LeaseRequests extends C14_017 {
  private static final long SOME_P_KEY = 0x2BD3;
  private static final int NO_ATTRIBUTE = 0x7FFF;

  private List<Sent> requests = List.of();

  /// A request, and its way to the DUT.
  ///
  /// @param byLid null: by directed route
  private record Sent(MadPacketSpec request, Route.@Nullable Lid byLid) {
    boolean isOf(int attribute) {
      return request.header(MadHeader.ATTRIBUTE_ID) == attribute;
    }
  }

  @Override
  public boolean execute() throws TestException {
    repeatForProtectBits(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    if (!isTimeFor(parameters(M_KEY_PROTECT_BITS).getFirst())) {
      return;
    }
    step("1");
    MadPacketSpec nodeInfo = read(subnGet(NODE_INFO));
    MadPacketSpec read = readPortInfo();
    MadPacketSpec portInfo = protection().setOf(read);
    MadPacketSpec found = read(subnGet(P_KEY_TABLE));
    MadPacketSpec keys = subnSet(P_KEY_TABLE).dataOf(found);
    setFree(keys, (int) nodeInfo.data(NodeInfo.PARTITION_CAP));
    read(keys);
    List<Sent> all = new ArrayList<>();
    portInfo.setData(PortInfo.M_KEY, parameter(M_KEY_DUT)).setData(PortInfo.M_KEY_LEASE_PERIOD, 1);
    all.add(new Sent(portInfo, null));
    all.add(new Sent(keys, null));
    all.add(new Sent(subnGet(NODE_DESCRIPTION), null));
    all.add(new Sent(C14_016_Base.trapRepress(), null));
    all.add(new Sent(subnSet(NODE_INFO).dataOf(nodeInfo), null));
    all.add(new Sent(subnGet(NODE_INFO).setHeader(MadHeader.ATTRIBUTE_ID, NO_ATTRIBUTE), null));
    Route.Lid way = WayByLid.of(mads(), nodeInfo, read);
    if (way != null && WayByLid.isAnswered(mads(), way, parameter(M_KEY_DUT))) {
      all.add(new Sent(subnGet(NODE_DESCRIPTION), way));
    }
    requests = List.copyOf(all);
    for (int i = 0; i < requests.size(); i++) {
      int number = i;
      part(() -> at("request", number, () -> verifyStarts(requests.get(number), keys)));
    }
    for (int i = 0; i < requests.size(); i++) {
      int number = i;
      part(() -> at("request", number, () -> verifyStops(requests.get(number))));
    }
    step("11");
    resetMKey();
    read(subnSet(P_KEY_TABLE).dataOf(found));
  }

  /// Returns the response to a request with the right key.
  private MadPacketSpec read(MadPacketSpec request) throws TestException {
    sendMad(request.mKey(parameter(M_KEY_DUT)));
    return receiveMadOk();
  }

  private static void setFree(MadPacketSpec keys, int partitionCap) {
    for (int i = Math.min(partitionCap, PKeyTable.P_KEY.count()) - 1; i > 0; i--) {
      if (keys.data(PKeyTable.P_KEY_BASE, i) == 0) {
        keys.setData(PKeyTable.P_KEY, i, SOME_P_KEY);
        return;
      }
    }
  }

  private void send(Sent sent, Part part) throws TestException {
    if (sent.byLid() == null) {
      part.run();
    } else {
      mads().by(sent.byLid(), part);
    }
  }

  /// Steps 2 to 6.
  private void verifyStarts(Sent sent, MadPacketSpec keys) throws TestException {
    for (int tries = 0; tries <= port().timing().retries(); tries++) {
      step("2");
      protectAgain(parameter(LEASE_PERIOD));
      send(
          sent,
          () -> {
            sendMadOnce(sent.request().copy().mKey(parameter(M_KEY_OTHER)));
            receiveMadIfAny();
          });
      step("3");
      waitFor(leasePeriod().plus(margin()));
      boolean isTakenOver = sent.isOf(NODE_DESCRIPTION.id()) && sent.byLid() == null;
      MadPacketSpec open = isTakenOver ? readWithOtherKey() : null;
      step("4");
      MadPacketSpec read = readPortInfo();
      if (isTakenOver && read.data(PortInfo.M_KEY_PROTECT_BITS) == 0) {
        verifyOpen(open);
      }
      step("4");
      if (leftTrace(read)) {
        verifyData(read, PortInfo.M_KEY_PROTECT_BITS, 0);
        step("5");
        MadPacketSpec kept = read(subnGet(P_KEY_TABLE));
        for (int i = 0; i < PKeyTable.P_KEY.count(); i++) {
          verifyData(kept, PKeyTable.P_KEY, i, keys.data(PKeyTable.P_KEY, i));
        }
        if (sent.equals(requests.getFirst())) {
          verifyStillGuarded(read);
        }
        return;
      }
    }
    inconclusive("step 2 did not increment M_KeyViolations, so the timer may never have run");
  }

  /// Step 3.1.
  private @Nullable MadPacketSpec readWithOtherKey() throws TestException {
    step("3.1");
    sendMad(subnGet(PORT_INFO).mKey(parameter(M_KEY_OTHER)));
    return receiveMadIfAny();
  }

  private void verifyOpen(@Nullable MadPacketSpec open) {
    step("3.1");
    verify(
        open == null ? subnGet(PORT_INFO) : open,
        open != null,
        () -> "a response to SubnGet(PortInfo) with M_KEY_OTHER after the end of the lease",
        () -> "none");
    if (open != null && verifyStatusOk(open)) {
      verifyData(open, PortInfo.M_KEY_PROTECT_BITS, 0);
      verifyData(open, PortInfo.M_KEY, parameter(M_KEY_DUT));
    }
  }

  /// Steps 6 and 6.1.
  private void verifyStillGuarded(MadPacketSpec portInfo) throws TestException {
    int trials = port().isLossless() ? 1 : 2 + port().timing().retries();
    MadPacketSpec set = protection().setOf(portInfo).mKey(parameter(M_KEY_OTHER));
    new RefusedRequest(mads(), protection(), trials)
        .verify(new RefusedRequest.At("6", "6", "6"), set, mads().toDut(), 1);
    if (portInfo.data(PortInfo.M_KEY_PROTECT_BITS) == 0) {
      step("6.1");
      MadPacketSpec get = subnGet(NODE_INFO).mKey(parameter(M_KEY_OTHER));
      sendMad(get);
      protection().verifyAnswered(get, mads().toDut());
    }
  }

  /// Steps 7 to 10.
  private void verifyStops(Sent sent) throws TestException {
    Duration half = leasePeriod().dividedBy(2);
    step("7");
    protectAgain(parameter(LEASE_PERIOD));
    long started = now();
    sendWithOtherKey();
    step("8");
    waitFor(half);
    boolean[] isReceived = new boolean[1];
    send(sent, () -> isReceived[0] = sendWithRightKey(sent));
    boolean isInTime = now() - started < leasePeriod().minus(margin()).toNanos();
    if (!isReceived[0]) {
      step("10");
      notApplicable("the DUT is silent where an attribute does not exist");
      return;
    }
    step("9");
    waitFor(leasePeriod().plus(margin()));
    step("10");
    MadPacketSpec read = readPortInfo();
    if (isInTime) {
      verifyProtectBitsKept(read);
    } else {
      inconclusive("the right key was sent too late to be sure that the timer was still running");
    }
  }

  /// A SubnTrapRepress has no response that would confirm that it was received.
  ///
  /// @return false if the DUT may not have received the request
  private boolean sendWithRightKey(Sent sent) throws TestException {
    MadPacketSpec request = sent.request().copy().mKey(parameter(M_KEY_DUT));
    if (request.header(MadHeader.METHOD) != Method.TRAP_REPRESS) {
      sendMad(request);
      if (sent.isOf(NO_ATTRIBUTE)) {
        return receiveMadIfAny() != null;
      }
      receiveMad();
      return true;
    }
    int times = port().isLossless() ? 1 : 1 + port().timing().retries();
    for (int i = 0; i < times; i++) {
      sendMadOnce(request);
    }
    receiveMadIfAny();
    return true;
  }
}
