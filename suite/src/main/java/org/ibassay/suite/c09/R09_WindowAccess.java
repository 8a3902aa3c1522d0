package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutWindow.OPEN;
import static org.ibassay.suite.c09.DutWindow.REGION;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.DeviceAttributes.Option;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.WindowBinding;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;

/// # A memory window grants access to the range it is bound to, while it is bound
///
/// - Section: 10.6.7.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: memory windows
/// - Assertions: ia-r09-window-access#01, ia-r09-window-access#02, ia-r09-window-access#03,
///   ia-r09-window-access#04
///
/// The DUT binds a window to part of a region. RDMA WRITEs, READs, and atomics with its R_Key
/// access that part. A request is answered with a remote access error NAK and changes nothing when
/// it leaves the window, lacks the right, is received on a connection other than that of a type 2
/// window, or follows a rebind or an unbind.
///
/// ## Notes
///
/// - This test is the suite's own. The DUT's host declares whether the DUT supports memory windows.
/// - The window covers the second of four packet lengths of the region, so that an access one byte
///   outside the window is still within the region.
/// - A type 1 window applies to all QPs of its protection domain, a type 2 window to the QP that
///   binds it.
/// - A type 1 window bound to 0 bytes grants no access. A type 2 window is unbound by a local
///   invalidate.
/// - The consumer sets the R_Key of a type 2 window; the agent changes its last 8 bits with each
///   bind.
///
/// ## Procedure
///
/// - 1: For windows of type 1 and 2, for each START_PSN: open a connection, register memory, and
///   allocate a window. The DUT binds it with all rights; verify that the bind completes with
///   success. [ia-r09-window-access#01]
/// - 2: Send an RDMA WRITE of the whole window with its R_Key; receive its ACK.
///   [ia-r09-window-access#01]
/// - 3: Send a READ of the whole window; receive the response and verify its data.
///   [ia-r09-window-access#01]
/// - 4: If the DUT has atomics: send a FetchAdd to the start of the window; receive its response.
///   [ia-r09-window-access#01]
/// - 5: Verify that the region holds 0 before and after the window. [ia-r09-window-access#02]
/// - 6: For each case: open a connection, register memory, and allocate and bind a window as the
///   case requires.
/// - 7: Send the request; receive a remote access error NAK: PSN, MSN. [ia-r09-window-access#03]
/// - 8: Verify that the memory is unchanged. [ia-r09-window-access#04]
/// - 9: Verify that the QP is in the error state. [ia-r09-window-access#03]
/// - 10: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.MEMORY, Ability.RENEWAL, Ability.EXTENDED},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_WindowAccess extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  private interface Case {
    PacketOut prepare(DutWindow window) throws TestException;
  }

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (!dut().attributes().serves(Option.WINDOWS)) {
      leaveOutRest("neither the DUT nor its agent declares memory windows");
      return log().allPassed();
    }
    for (int type : new int[] {1, 2}) {
      carryOutCase("type %d".formatted(type), () -> inside(type));
      for (Map.Entry<String, Case> one : cases(type).entrySet()) {
        carryOutOnce(
            "type %d, %s".formatted(type, one.getKey()), () -> refused(type, one.getValue()));
      }
    }
    return log().allPassed();
  }

  private Map<String, Case> cases(int type) throws TestException {
    Map<String, Case> cases = new LinkedHashMap<>();
    put(cases, "a byte before", OPEN, window -> window.write(window.rkey(), -1));
    put(cases, "a byte past the end", OPEN, window -> window.write(window.rkey(), 1));
    put(cases, "READ, a byte past the end", OPEN, window -> window.read(window.rkey(), 1));
    put(
        cases,
        "no right to write",
        OPEN.withRemoteWrite(false).withRemoteAtomic(false),
        window -> window.write(window.rkey(), 0));
    put(
        cases,
        "no right to read",
        OPEN.withRemoteRead(false),
        window -> window.read(window.rkey(), 0));
    if (RequestKind.FETCHADD.isServedBy(dut())) {
      put(cases, "atomic, past the end", OPEN, window -> window.add(window.rkey(), window.bytes()));
      put(
          cases,
          "no right to atomics",
          OPEN.withRemoteAtomic(false),
          window -> window.add(window.rkey(), 0));
    }
    cases.put("never bound", window -> window.write(window.rkey(), 0));
    cases.put(
        "R_Key before the bind",
        window -> {
          int before = window.rkey();
          window.bind(0, window.part(OPEN));
          return window.write(before, 0);
        });
    cases.put("unbound", type == 1 ? this::boundToNothing : this::invalidated);
    if (type == 1) {
      cases.put("bound anew", this::boundAnew);
    } else {
      cases.put("other connection", this::otherConnection);
    }
    return cases;
  }

  private static void put(Map<String, Case> cases, String name, AccessRights rights, Case request) {
    cases.put(
        name,
        window -> {
          window.bind(0, window.part(rights));
          return request.prepare(window);
        });
  }

  private PacketOut boundToNothing(DutWindow window) throws TestException {
    window.bind(0, window.part(OPEN));
    int before = window.rkey();
    window.bind(1, new WindowBinding(window.region(), 0, 0, OPEN));
    return window.write(before, 0);
  }

  private PacketOut boundAnew(DutWindow window) throws TestException {
    window.bind(0, window.part(OPEN));
    int before = window.rkey();
    window.bind(1, window.part(OPEN));
    return window.write(before, 0);
  }

  private PacketOut invalidated(DutWindow window) throws TestException {
    window.bind(0, window.part(OPEN));
    window.invalidate(1);
    return window.write(window.rkey(), 0);
  }

  private PacketOut otherConnection(DutWindow window) throws TestException {
    window.bind(0, window.part(OPEN));
    connection().turnTo(connection().openAnother());
    return window.write(window.rkey(), 0);
  }

  private void inside(int type) throws TestException {
    step("1");
    DutWindow window = new DutWindow(tt(), type, REGION);
    window.bind(0, window.part(OPEN));
    step("2");
    transportTxPacket(window.write(window.rkey(), 0), cc().psn(0));
    responder.verifyResponsePacket(RC_ACK, cc().psn(0), 1);
    step("3");
    transportTxPacket(window.read(window.rkey(), 0), cc().psn(1));
    checks()
        .verifyPayload(
            responder.verifyResponsePacket(RC_RDMA_READ_RESP_ONLY, cc().psn(1), 2),
            pattern(window.bytes()));
    step("5");
    window.verifyWritten(pattern(window.bytes()));
    if (RequestKind.FETCHADD.isServedBy(dut())) {
      step("4");
      transportTxPacket(window.add(window.rkey(), 0), cc().psn(2));
      responder.verifyResponsePacket(RC_ATOMIC_ACK, cc().psn(2), 3);
    }
  }

  private void refused(int type, Case one) throws TestException {
    step("6");
    DutWindow window = new DutWindow(tt(), type, REGION);
    PacketOut request = one.prepare(window);
    step("7");
    transportTxPacket(request, cc().psn(0));
    step("8");
    packets().peek(cc().psn(0));
    window.verifyUnchanged();
    step("7");
    responder.verifyNak(REMOTE_ACCESS_ERROR, cc().psn(0), 0);
    step("9");
    work().verifyState(State.ERR);
    step("10");
  }
}
