package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutWindow.OPEN;
import static org.ibassay.suite.c09.DutWindow.REGION;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.DeviceAttributes.Option;
import org.ibassay.link.upper.WindowBinding;
import org.ibassay.suite.ChannelContext;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;

/// # A window cannot be bound beyond what its region allows
///
/// - Section: 10.6.7.2.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: memory windows
/// - Assertions: ia-r09-window-bind#01, ia-r09-window-bind#02
///
/// The DUT posts binds that leave the region, that concern a region without the bind right, that
/// grant remote write or atomic access to a region without Local Write, or that concern a region of
/// another protection domain. Each is rejected or completes in error, and grants no access.
///
/// ## Notes
///
/// - This test is the suite's own. The DUT's host declares whether the DUT supports memory windows.
/// - An invalid bind may be rejected when it is posted or complete in error, with any error.
/// - Only type 1 windows, whose R_Keys apply to all QPs, can show what a rejected bind grants: the
///   QP that posted the bind is in the error state afterward.
///
/// ## Procedure
///
/// - 1: For windows of type 1 and 2, and each fault: open a connection, register memory, and
///   allocate a window.
/// - 2: The DUT posts the bind; verify that it is rejected or completes in error.
///   [ia-r09-window-bind#01]
/// - 3: With a type 1 window and a bind that was posted: open another connection, and send an RDMA
///   WRITE with the R_Key that the bind would have set; receive a remote access error NAK.
///   [ia-r09-window-bind#02]
/// - 4: Verify that the memory is unchanged. [ia-r09-window-bind#02]
/// - 5: Close the connections.
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.MEMORY, Ability.RENEWAL, Ability.EXTENDED},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_WindowBind extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  private record Fault(AccessRights rights, Bind bind) {}

  private interface Bind {
    WindowBinding to(DutWindow window) throws TestException;
  }

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (!dut().attributes().serves(Option.WINDOWS)) {
      leaveOutRest("neither the DUT nor its agent declares memory windows");
      return log().allPassed();
    }
    for (int type : new int[] {1, 2}) {
      for (Map.Entry<String, Fault> fault : faults(type).entrySet()) {
        carryOutOnce(
            "type %d, %s".formatted(type, fault.getKey()), () -> procedure(type, fault.getValue()));
      }
    }
    return log().allPassed();
  }

  private Map<String, Fault> faults(int type) throws TestException {
    Map<String, Fault> faults = new LinkedHashMap<>();
    faults.put(
        "a byte past the end",
        new Fault(
            REGION,
            window -> new WindowBinding(window.region(), 1, window.region().bytes(), OPEN)));
    faults.put(
        "a byte before",
        new Fault(REGION, window -> new WindowBinding(window.region(), -1, window.bytes(), OPEN)));
    faults.put("no right to bind", new Fault(AccessRights.ALL, window -> window.part(OPEN)));
    AccessRights readOnly = new AccessRights(false, false, true, false).withWindows(true);
    faults.put(
        "region that the DUT may not write to", new Fault(readOnly, window -> window.part(OPEN)));
    faults.put(
        "region that the DUT may not write to, for writes alone",
        new Fault(readOnly, window -> window.part(AccessRights.NONE.withRemoteWrite(true))));
    if (RequestKind.FETCHADD.isServedBy(dut())) {
      faults.put(
          "region that the DUT may not write to, for atomics alone",
          new Fault(readOnly, window -> window.part(AccessRights.NONE.withRemoteAtomic(true))));
    }
    faults.put(
        "other protection domain",
        new Fault(
            REGION,
            window ->
                new WindowBinding(memory().registerElsewhere(REGION), 0, window.bytes(), OPEN)));
    if (type == 2) {
      faults.put(
          "bound already",
          new Fault(
              REGION,
              window -> {
                window.bind(1, window.part(OPEN));
                return window.part(OPEN);
              }));
      faults.put(
          "no bytes", new Fault(REGION, window -> new WindowBinding(window.region(), 0, 0, OPEN)));
    }
    return faults;
  }

  private void procedure(int type, Fault fault) throws TestException {
    step("1");
    DutWindow window = new DutWindow(tt(), type, fault.rights);
    ChannelContext other = connection().openAnother();
    WindowBinding wrong = fault.bind.to(window);
    step("2");
    Integer rkey = window.bindWrongly(0, wrong);
    if (type == 1 && rkey != null) {
      step("3");
      connection().turnTo(other);
      transportTxPacket(window.write(rkey, 0), cc().psn(0));
      step("4");
      packets().peek(cc().psn(0));
      window.verifyUnchanged();
      step("3");
      responder.verifyNak(REMOTE_ACCESS_ERROR, cc().psn(0), 0);
    }
    step("5");
  }
}
