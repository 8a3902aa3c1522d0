package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;

import java.util.List;
import java.util.Optional;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UnaskedSmp;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// # Trap 256 reports a request with a wrong M_Key
///
/// - Section: 14.2.5.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-key-trap#01, ia-r14-key-trap#02, ia-r14-key-trap#03, ia-r14-key-trap#04,
///   ia-r14-key-trap#05, ia-r14-key-trap#06, ia-r14-key-trap#07, ia-r14-key-trap#08,
///   ia-r14-key-trap#09
///
/// A device with IsTrapSupported may report a request with a wrong M_Key to the port at
/// MasterSMLID. The trap identifies the request. A device without IsTrapSupported sends no trap,
/// nor does a port that is not Active.
///
/// ## Notes
///
/// - This test is the suite's own. Linux drivers cite o14-1 (M_Key of a trap) and o14-3.2.1 (not
///   before Active).
/// - Whether the trap is sent is a reading (`trap-256`), and so is LIDADDR (`trap-256-lidaddr`): by
///   the name of the trap it is the requester's, but drivers report their own LID.
/// - Each request has its own M_Key, so that a trap shows which request it reports. If no trap is
///   received within 0.7 s, none is sent.
/// - Base port 0 of a switch is always Active, and a port of a managed subnet may be: steps A2 and
///   A3 are skipped there.
///
/// ## Procedure
///
/// - A1: M_Key = M_KEY_DUT, M_KeyProtectBits = 2.
/// - A2: If PortState is not Active: SendMad(SubnGet(NodeInfo)) with a wrong M_Key.
/// - A3: Verify that no trap is received. [ia-r14-key-trap#02]
/// - A4: If IsTrapSupported == 0: with PortState Active, SendMad(SubnGet(NodeInfo)) with a wrong
///   M_Key; verify that no trap is received. The remaining steps then do not apply.
///   [ia-r14-key-trap#01]
/// - A5: With PortState Active, SendMad(SubnGet(NodeInfo)) with AttributeModifier 0 and then
///   SendMad(SubnSet(PortInfo)) with AttributeModifier of the port that receives it, each with a
///   wrong M_Key; wait for trap 256. Note whether it is sent; if not, the remaining steps do not
///   apply.
/// - A6: Verify BaseVersion 1, MgmtClass 0x01, ClassVersion 1, Status 0, AttributeID of Notice,
///   AttributeModifier 0 and M_Key 0. [ia-r14-key-trap#03]
/// - A7: Verify IsGeneric 1, Type 2 (security), ProducerType = NodeType, TrapNumber 256 and
///   IssuerLID = LID of the DUT. [ia-r14-key-trap#04]
/// - A8: Verify NoticeToggle 0 and NoticeCount 0. [ia-r14-key-trap#05]
/// - A9: Verify METHOD, ATTRIBUTEID, ATTRIBUTEMODIFIER and MKEY of the request. Note LIDADDR.
///   [ia-r14-key-trap#06]
/// - A10: If DRNotice == 1: verify DRHopCount and DRPathTruncated of the route of the request.
///   [ia-r14-key-trap#07]
/// - A11: Repress the trap. SendMad(SubnGet(NodeInfo)) with M_KEY_DUT; verify that no other trap
///   256 is received. [ia-r14-key-trap#08]
/// - A12: SendMad(SubnSet(PortInfo)) with a MasterSMLID that is not the tester's; then
///   SendMad(SubnGet(NodeInfo)) with a wrong M_Key.
/// - A13: Verify that no trap is received. [ia-r14-key-trap#09]
/// - A14: M_Key = 0, M_KeyProtectBits = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = {Change.PORT_INFO, Change.SWITCH_INFO, Change.LINEAR_FORWARDING_TABLE},
    parameters = {M_KEY_DUT, M_KEY_OTHER})
public final class R14_KeyTrap extends TrapTest {
  static final int BAD_M_KEY = 256;
  static final int SECURITY = 2;
  private static final Layout DETAILS = NoticeDetails.of(BAD_M_KEY).orElseThrow();

  private int provoked;

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(port -> {
      if (prepare(false)) {
        part(this::procedure);
        unprotect("A14");
        settle();
      }
    });
    return log().allPassed();
  }

  private void procedure() throws TestException {
    protect("A1");
    if (isActive()) {
      leaveOut("PortState is Active", "A2", "A3");
    } else {
      step("A2");
      verifySilenceOf("A3", "before PortState is Active");
    }
    activate();
    step("A4");
    if (!areSupported()) {
      verifySilenceOf("A4", "where IsTrapSupported is 0");
      leaveOut("IsTrapSupported is 0", "A5", "A13");
      return;
    }
    leaveOut("IsTrapSupported is 1", "A4", "A4");
    if (verifyTrap(subnGet(NODE_INFO)) && verifyTrap(setOf(read()).attributeModifier(modifier()))) {
      verifyOthers();
    }
  }

  private long modifier() {
    return isSwitch() ? 0 : ingress();
  }

  /// Sends a request with a wrong M_Key for which no trap must be sent.
  private void verifySilenceOf(String silence, String why) throws TestException {
    provoke(subnGet(NODE_INFO), ++provoked);
    step(silence);
    verifyNone(traps().during(PATIENCE), why);
  }

  /// Steps A5 to A10.
  ///
  /// @return whether a trap was received
  private boolean verifyTrap(MadPacketSpec request) throws TestException {
    step("A5");
    Optional<UnaskedSmp> received = Optional.empty();
    for (int i = 0; i < trials() && received.isEmpty(); i++) {
      provoke(request, ++provoked);
      received = received(wrongKey(provoked));
    }
    long frame = received.map(trap -> trap.mad().frame()).orElse(0L);
    reading(frame, Reading.TRAP_256, received.isPresent() ? "sent" : "none");
    if (received.isEmpty()) {
      leaveOut("only for devices that send trap 256; the DUT does not", "A6", "A13");
      return false;
    }
    UnaskedSmp trap = received.get();
    step("A6");
    verifyHeader(trap);
    step("A7");
    verifyNotice(trap, SECURITY, BAD_M_KEY);
    step("A8");
    verifyNoQueue(trap);
    step("A9");
    verifyData(trap.mad(), detail("METHOD"), request.header(MadHeader.METHOD));
    verifyData(trap.mad(), detail("ATTRIBUTEID"), request.header(MadHeader.ATTRIBUTE_ID));
    long modifier = request.header(MadHeader.ATTRIBUTE_MODIFIER);
    verifyData(trap.mad(), detail("ATTRIBUTEMODIFIER"), modifier);
    verifyData(trap.mad(), detail("MKEY"), wrongKey(provoked));
    reading(trap.mad().frame(), Reading.TRAP_256_LIDADDR, way(trap));
    verifyRoute(trap);
    traps().knows(List.of(trap));
    quieten();
    return true;
  }

  /// Returns the trap that reports a request with that M_Key, or else another trap 256.
  private Optional<UnaskedSmp> received(long key) throws TestException {
    List<UnaskedSmp> all =
        traps().await(list -> list.stream().anyMatch(trap -> isOfKey(key, trap)), PATIENCE);
    return all.stream()
        .filter(trap -> isOfKey(key, trap))
        .findFirst()
        .or(() -> all.stream().filter(trap -> TrapWatch.isOf(BAD_M_KEY, trap)).findFirst());
  }

  private static boolean isOfKey(long key, UnaskedSmp trap) {
    return trap.mad().data(detail("MKEY")) == key;
  }

  private String way(UnaskedSmp trap) {
    long lid = trap.mad().data(detail("LIDADDR"));
    if (lid == dutLid()) {
      return "own";
    }
    return lid == testerLid() || lid == Smp.PERMISSIVE_LID ? "requester" : "other";
  }

  /// Step A10.
  private void verifyRoute(UnaskedSmp trap) {
    if (trap.mad().data(detail("DRNotice")) == 1
        && mads().toDut() instanceof Route.Directed(List<Integer> ports)) {
      step("A10");
      verifyData(trap.mad(), detail("DRHopCount"), ports.size());
      verifyData(trap.mad(), detail("DRPathTruncated"), 0);
    } else {
      leaveOut("the Notice has no directed route", "A10", "A10");
    }
  }

  /// Steps A11 to A13.
  private void verifyOthers() throws TestException {
    step("A11");
    sendMad(subnGet(NODE_INFO).mKey(parameter(M_KEY_DUT)));
    receiveMadOk();
    List<UnaskedSmp> received = traps().during(PATIENCE);
    verifyNone(
        received.stream().filter(trap -> TrapWatch.isOf(BAD_M_KEY, trap)).toList(),
        "after a request with the right M_Key");
    step("A12");
    int other = testerLid() == 3 ? 4 : 3;
    sendMad(setOf(read()).setData(PortInfo.MASTER_SM_LID, other));
    receiveMad();
    needs(read().data(PortInfo.MASTER_SM_LID) == other, "the DUT does not store MasterSMLID");
    verifySilenceOf("A13", "where MasterSMLID is not the tester's");
  }

  private static Field detail(String name) {
    return DETAILS.field(name).orElseThrow();
  }
}
