package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.time.Duration;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;

/// # The M_Key is not checked while it is 0
///
/// - Section: 14.1.4.1
/// - Coverage: v1c14-015, v1c14-025, v1c14-028
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c14-015#01, v1c14-015#02, v1c14-025#01, v1c14-028#01, v1c14-028#02
///
/// While PortInfo:M_Key is 0, the DUT executes every request regardless of the request's M_Key,
/// even with the strictest M_KeyProtectBits, and counts no violation.
///
/// ## Notes
///
/// - Of the public page, the first case, SubnGet, is known completely; of the second, SubnSet, the
///   first step and the assertions; of the third, SubnTrapRepress, only the name. The steps of the
///   latter two are this suite's own.
/// - All steps are run for M_KeyProtectBits 2 and 3, with M_KEY_OTHER and with an M_Key of all
///   ones, on every port that a tester port reaches.
/// - TrapRepress has no response: it can only be observed that it does not count as a violation.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
/// - I2: DUT PortInfo:M_KeyProtectBits = 2 or 3; M_KeyLeasePeriod and M_KeyViolations = 0.
/// - I3: DUT PortInfo:M_Key = 0. SendMad(SubnSet(PortInfo)), ReceiveMad(SubnGetResp(PortInfo)).
/// - I4: Added: SubnGet(PortInfo) reads as set in I2 and I3; otherwise the checks are inconclusive.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(NodeInfo)) with an M_Key that is not 0.
/// - 2: Verify that SubnGetResp(NodeInfo) is received with status 0. [v1c14-015#01, v1c14-028#01]
/// - 3: SendMad(SubnGet(PortInfo)).
/// - 4: ReceiveMad(SubnGetResp(PortInfo)); verify that PortInfo:M_KeyViolations == 0.
///   [v1c14-015#01, v1c14-028#01]
/// - A1: SendMad(SubnGet(PortInfo)).
/// - A2: SMP_DATA = ReceiveMad(SubnGetResp(PortInfo)), with another SubnetTimeOut.
/// - A3: SendMad(SubnSet(PortInfo)) with SMP_DATA and an M_Key that is not 0.
/// - A4: Verify that SubnGetResp(PortInfo) is received with status 0. [v1c14-015#02, v1c14-025#01,
///   v1c14-028#02]
/// - A5: SendMad(SubnGet(PortInfo)); verify that SubnetTimeOut is that of SMP_DATA and
///   M_KeyViolations == 0. [v1c14-015#02, v1c14-025#01, v1c14-028#02]
/// - A6: SendMad(SubnTrapRepress(Notice)) of trap 256 with an M_Key that is not 0.
/// - A7: Verify that step A6 gets no response. [ia-c14-015#01]
/// - A8: SendMad(SubnGet(PortInfo)); verify that M_KeyViolations == 0. [ia-c14-015#02]
/// - A9: Verify that M_Key, M_KeyProtectBits and M_KeyLeasePeriod are as set in I2 and I3, and that
///   no trap 256 was received. [ia-c14-015#03]
/// - A11: SendMad(SubnSet(PortInfo)) with M_KeyLeasePeriod = 1; SendMad(SubnGet(NodeInfo)) with an
///   M_Key that is not 0; wait for 1.3 s. No check has failed, so no lease period has started.
/// - A12: SendMad(SubnGet(NodeInfo)) with an M_Key that is not 0; verify that SubnGetResp(NodeInfo)
///   is received with status 0. [ia-c14-015#04]
/// - A13: SendMad(SubnGet(PortInfo)); verify M_Key, M_KeyProtectBits and M_KeyLeasePeriod as set
///   and M_KeyViolations == 0. [ia-c14-015#04]
/// - A10: M_KeyProtectBits and M_KeyViolations = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = Change.PORT_INFO,
    parameters = M_KEY_OTHER)
public final class C14_015 extends MadTest {
  private static final int BAD_M_KEY = 256;
  private static final Layout DETAILS = NoticeDetails.of(BAD_M_KEY).orElseThrow();
  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final Duration MARGIN = Duration.ofMillis(300);

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(port -> {
      for (int bits = 2; bits <= 3; bits++) {
        int level = bits;
        part(() -> at("M_KeyProtectBits", level, () -> procedure(level)));
      }
      step("A10");
      protection().remove();
    });
    return log().allPassed();
  }

  private void procedure(int level) throws TestException {
    open(level);
    for (long key : List.of(parameter(M_KEY_OTHER), -1L)) {
      List<MadPacketSpec> before = takeTraps(BAD_M_KEY);
      get(key);
      set(key);
      trapRepress(key);
      step("A9");
      MadPacketSpec portInfo = read();
      verifyData(portInfo, PortInfo.M_KEY, 0);
      verifyData(portInfo, PortInfo.M_KEY_PROTECT_BITS, level);
      verifyData(portInfo, PortInfo.M_KEY_LEASE_PERIOD, 0);
      for (MadPacketSpec trap : takeTraps(BAD_M_KEY)) {
        if (isOf(key, trap) && before.stream().noneMatch(one -> isRepeated(one, trap))) {
          verify(trap, false, () -> "no trap 256 while M_Key is 0", () -> "trap 256");
        }
      }
    }
    outlive(level);
  }

  /// Whether a trap reports a request with this key; other traps report earlier requests.
  private static boolean isOf(long key, MadPacketSpec trap) {
    return trap.data(DETAILS.field("MKEY").orElseThrow()) == key;
  }

  private static boolean isRepeated(MadPacketSpec one, MadPacketSpec again) {
    return one.header(MadHeader.TRANSACTION_ID) == again.header(MadHeader.TRANSACTION_ID);
  }

  /// Steps A11 to A13.
  private void outlive(int level) throws TestException {
    step("A11");
    sendMad(protection().setOf(read()).setData(PortInfo.M_KEY_LEASE_PERIOD, LEASE.toSeconds()));
    receiveMadIfAny();
    boolean isTaken = read().data(PortInfo.M_KEY_LEASE_PERIOD) == LEASE.toSeconds();
    needs(isTaken, "the DUT does not store M_KeyLeasePeriod");
    MadPacketSpec get = subnGet(NODE_INFO).mKey(parameter(M_KEY_OTHER));
    sendMad(get);
    receiveMadIfAny();
    waitFor(LEASE.plus(MARGIN));
    step("A12");
    sendMad(get);
    MadPacketSpec response = protection().verifyAnswered(get, mads().toDut());
    if (response != null) {
      verifyStatusOk(response);
    }
    step("A13");
    MadPacketSpec portInfo = read();
    verifyData(portInfo, PortInfo.M_KEY, 0);
    verifyData(portInfo, PortInfo.M_KEY_PROTECT_BITS, level);
    verifyData(portInfo, PortInfo.M_KEY_LEASE_PERIOD, LEASE.toSeconds());
    verifyData(portInfo, PortInfo.M_KEY_VIOLATIONS, 0);
  }

  private void open(int level) throws TestException {
    step("I2");
    MadPacketSpec set = protection().setOf(protection().read());
    set.setData(PortInfo.M_KEY_PROTECT_BITS, level);
    set.setData(PortInfo.M_KEY_LEASE_PERIOD, 0);
    set.setData(PortInfo.M_KEY_VIOLATIONS, 0);
    set.setData(PortInfo.M_KEY, 0);
    MadPacketSpec response = protection().install(set, "I3", "I3");
    step("I4");
    MadPacketSpec held = protection().read();
    needs(
        (response == null || response.status() == OK)
            && MKeyProtection.fields().stream().allMatch(f -> held.data(f) == set.data(f)),
        "the DUT does not store M_KeyProtectBits with an M_Key of 0");
  }

  private void get(long key) throws TestException {
    step("1");
    MadPacketSpec get = subnGet(NODE_INFO).mKey(key);
    sendMad(get);
    step("2");
    MadPacketSpec response = protection().verifyAnswered(get, mads().toDut());
    if (response != null) {
      verifyStatusOk(response);
    }
    step("3");
    MadPacketSpec portInfo = read();
    step("4");
    verifyData(portInfo, PortInfo.M_KEY_VIOLATIONS, 0);
  }

  private void set(long key) throws TestException {
    step("A1");
    MadPacketSpec smpData = protection().setOf(read());
    step("A2");
    long timeOut = smpData.data(PortInfo.SUBNET_TIME_OUT) == 11 ? 12 : 11;
    smpData.setData(PortInfo.SUBNET_TIME_OUT, timeOut);
    step("A3");
    sendMad(smpData.mKey(key));
    step("A4");
    MadPacketSpec response = protection().verifyAnswered(smpData, mads().toDut());
    if (response != null) {
      verifyStatusOk(response);
    }
    step("A5");
    MadPacketSpec portInfo = read();
    verifyData(portInfo, PortInfo.SUBNET_TIME_OUT, timeOut);
    verifyData(portInfo, PortInfo.M_KEY_VIOLATIONS, 0);
  }

  private void trapRepress(long key) throws TestException {
    step("A6");
    sendMadOnce(MadPacketSpec.subnTrapRepress(BAD_M_KEY).mKey(key));
    step("A7");
    verifySilence();
    step("A8");
    verifyData(read(), PortInfo.M_KEY_VIOLATIONS, 0);
  }

  /// Reads PortInfo with M_Key 0, the DUT's key.
  private MadPacketSpec read() throws TestException {
    sendMad(subnGet(PORT_INFO));
    return receiveMadOk();
  }

  private MKeyProtection protection() {
    return new MKeyProtection(mads(), port(), 0);
  }
}
