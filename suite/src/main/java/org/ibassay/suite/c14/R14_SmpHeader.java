package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.suite.Reading.RESPONSE_M_KEY;
import static org.ibassay.suite.Reading.UNSUPPORTED_ATTRIBUTE_CODE;
import static org.ibassay.wire.attribute.Attribute.LED_INFO;
import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;

import java.time.Duration;
import java.util.List;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.WayByLid;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// # Responses repeat the path of their requests, and unknown attributes are rejected
///
/// - Section: 14.2.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-smp-header#01, ia-r14-smp-header#02, ia-r14-smp-header#03,
///   ia-r14-smp-header#04, ia-r14-smp-header#05, ia-r14-smp-header#06, ia-r14-smp-header#07,
///   ia-r14-smp-header#08
///
/// A directed-route response repeats the path of its request and names the port that received it.
/// The data field of a Get changes nothing; attributes that do not exist are rejected; a LID-routed
/// request gets the same response as a directed-route one, whatever its reserved fields contain. A
/// TransactionID may be reused once its request has been answered.
///
/// ## Notes
///
/// - This test is the suite's own. Rules that apply to every response, such as versions and
///   reserved bits, are checked in every test, steps R0 to R5.
/// - The tester's own stack writes D, HopPointer and HopCount of the SMPs it sends, and drops SMPs
///   that are not addressed to it (14.2.2.4): requests with a wrong HopPointer cannot be sent, and
///   a response with a HopPointer above 1, or with a DrSLID other than 0xFFFF, is not received.
///   Such a DUT appears not to respond.
/// - D in Status is checked in every test, step R4.
/// - Requests with another BaseVersion or ClassVersion, or with an undefined method, are not sent:
///   the versions and the method of the responses are open. ibsim responds to any method with
///   SubnGetResp().
/// - How the DUT rejects an attribute that does not exist is the reading
///   `unsupported-attribute-code`.
/// - The M_Key in the header of a response is the reading `response-m-key`.
/// - Steps 8, 9, 14 and 15 are run if DUT and tester are directly connected and both have a LID,
///   except on a switch, whose responses would follow its own forwarding table.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SendMad(SubnGet(NodeInfo)).
/// - 2: NODE_INFO = ReceiveMad(SubnGetResp(NodeInfo)); verify HopCount, DrDLID and each hop of
///   InitialPath as in the request. [ia-r14-smp-header#01]
/// - 3: Verify that the hop of ReturnPath at HopCount is NodeInfo:LocalPortNum.
///   [ia-r14-smp-header#02]
/// - 4: SendMad(SubnGet(NodeInfo)) with all bits of SMPData set.
/// - 5: Verify Status.Code == 0 and each component as in NODE_INFO. [ia-r14-smp-header#03]
/// - 6: SubnGet of the attributes 0x0000, 0x00FF and 0x7FFF; verify that each is rejected with code
///   3 or 2, or gets no response. [ia-r14-smp-header#04]
/// - 7: If the DUT has responded, SubnSet of these attributes; verify likewise. If the DUT responds
///   by LID at step 8, repeat steps 6 and 7 by LID. [ia-r14-smp-header#04]
/// - 8: SendMad(SubnGet(NodeInfo)) by LID.
/// - 9: Verify Status == 0, whose first bit is not a direction bit here, and each component as in
///   NODE_INFO. [ia-r14-smp-header#05]
/// - 10: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER.
/// - 11: Verify that M_Key of the response is that of the request, or 0. [ia-r14-smp-header#06]
/// - 12: SendMad(SubnGet(NodeDescription)), then SendMad(SubnGet(NodeInfo)) with the TransactionID
///   of its response. Where packets may be duplicated, wait for 100 ms in between.
/// - 13: Verify that SubnGetResp(NodeInfo) is received; if not, SubnGet(NodeInfo) with another
///   TransactionID, which must get a response. [ia-r14-smp-header#07]
/// - 14: If the DUT responds by LID at step 8: SendMad(SubnGet(NodeInfo)) by LID with all bits of
///   octets 32 to 63 and 128 to 255 set. They are reserved in a LID-routed SMP; a directed-route
///   SMP has its DrSLID, DrDLID and paths there.
/// - 15: Verify each component as in NODE_INFO; if there is no response, SubnGet(NodeInfo) without
///   these bits, which must get one. [ia-r14-smp-header#08]
/// - 16: SubnGet of SwitchInfo, SLtoVLMappingTable, VLArbitrationTable, SMInfo and LedInfo, each
///   first without data, then with all bits of SMPData set; if the DUT responds by LID at step 8,
///   likewise by LID.
/// - 17: Verify that a request that got a response without data also gets one with data, with the
///   same Status.Code. Step R5 applies to the octets after a short attribute.
///   [ia-r14-smp-header#03]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES,
    parameters = M_KEY_OTHER)
public final class R14_SmpHeader extends MadTest {
  private static final List<Integer> ATTRIBUTES = List.of(0x0000, 0x00FF, 0x7FFF);
  private static final long FIRST_PART = 1 << 16;
  private static final Duration DUPLICATES = Duration.ofMillis(100);

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(_ -> procedure());
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    sendMad(subnGet(NODE_INFO));
    step("2");
    MadPacketSpec nodeInfo = receiveMadOk();
    Route.Lid way = findWayByLid(nodeInfo);
    step("2");
    verifyRoute(nodeInfo);

    step("4");
    MadPacketSpec get = subnGet(NODE_INFO);
    get.data().fill((byte) 0xFF);
    sendMad(get);
    step("5");
    verifySame(receiveMad(), nodeInfo);

    for (int id : ATTRIBUTES) {
      at("AttributeID", id, () -> verifyAttributeRefused(id));
    }
    if (way != null) {
      verifyByLid(nodeInfo, way);
    }
    verifyKey();
    verifyTransactionId();
    verifyOthersWithData(nodeInfo);
  }

  private void verifyRoute(MadPacketSpec response) {
    List<Integer> hops =
        mads().toDut() instanceof Route.Directed(List<Integer> ports) ? ports : List.of();
    verifyHeader(response, Smp.HOP_COUNT, hops.size());
    verifyHeader(response, Smp.DR_DLID, Smp.PERMISSIVE_LID);
    for (int hop = 1; hop <= hops.size(); hop++) {
      verifyHop(response, Smp.INITIAL_PATH, hop, hops.get(hop - 1));
    }
    step("3");
    verifyHop(response, Smp.RETURN_PATH, hops.size(), response.data(NodeInfo.LOCAL_PORT_NUM));
  }

  private void verifyHeader(MadPacketSpec response, Field field, long expected) {
    mads().checks().verifyHeader(response, field, expected);
  }

  private void verifyHop(MadPacketSpec response, Field path, int hop, long expected) {
    long port = path.get(response.bytes(), 0, hop);
    verify(
        response,
        port == expected,
        () -> "%s hop %d: port %d".formatted(path.name(), hop, expected),
        () -> "port " + port);
  }

  private void verifySame(MadPacketSpec read, MadPacketSpec nodeInfo) {
    if (verifyStatusOk(read)) {
      for (Field field : NodeInfo.LAYOUT.fields()) {
        verifyData(read, field, nodeInfo.data(field));
      }
    }
  }

  private void verifyAttributeRefused(int id) throws TestException {
    step("6");
    sendMad(subnGet(NODE_INFO).setHeader(MadHeader.ATTRIBUTE_ID, id));
    MadPacketSpec answer = receiveMadIfAny();
    if (answer == null) {
      reading(0, UNSUPPORTED_ATTRIBUTE_CODE, "silence");
      return;
    }
    verifyRefused(answer);
    step("7");
    sendMad(subnSet(NODE_INFO).setHeader(MadHeader.ATTRIBUTE_ID, id));
    verifyRefused(receiveMad());
  }

  private void verifyRefused(MadPacketSpec answer) {
    boolean isRefused = answer.status() != MadStatus.OK;
    verify(
        answer,
        isRefused,
        () -> "the attribute to be rejected, as it does not exist",
        () -> "Status.Code 0");
    if (isRefused) {
      noteStatusCode(answer, UNSUPPORTED_ATTRIBUTE_CODE);
    }
  }

  private void verifyKey() throws TestException {
    step("10");
    MadPacketSpec request = subnGet(NODE_INFO).mKey(parameter(M_KEY_OTHER));
    sendMad(request);
    step("11");
    MadPacketSpec response = receiveMad();
    long key = response.header(Smp.M_KEY);
    if (key == 0 || key == request.header(Smp.M_KEY)) {
      reading(response.frame(), RESPONSE_M_KEY, key == 0 ? "zero" : "request");
    }
    verify(
        response,
        key == 0 || key == request.header(Smp.M_KEY),
        () -> "M_Key of the request, %s, or 0".formatted(shown(request)),
        () -> "M_Key " + shown(response));
  }

  private void verifyTransactionId() throws TestException {
    step("12");
    sendMad(subnGet(NODE_DESCRIPTION));
    MadPacketSpec before = receiveMadOk();
    if (!port().isLossless()) {
      waitFor(DUPLICATES);
    }
    MadPacketSpec again =
        subnGet(NODE_INFO)
            .setHeader(MadHeader.TRANSACTION_ID, before.header(MadHeader.TRANSACTION_ID));
    sendMad(again);
    step("13");
    MadPacketSpec answer = receiveMadIfAny();
    if (answer == null) {
      sendMad(subnGet(NODE_INFO));
      receiveMadOk();
      if (!port().isLossless()) {
        sendMad(again);
        answer = receiveMadIfAny();
      }
    }
    verifyRepeated(again, answer);
  }

  private void verifyRepeated(MadPacketSpec again, @Nullable MadPacketSpec answer) {
    verify(
        again,
        answer != null && answer.header(MadHeader.ATTRIBUTE_ID) == NODE_INFO.id(),
        () -> "a response to SubnGet(NodeInfo) with the TransactionID of an earlier request",
        () -> answer == null ? "none; with another TransactionID, there is one" : "" + answer);
  }

  private static String shown(MadPacketSpec mad) {
    return "0x%X".formatted(mad.header(Smp.M_KEY));
  }

  /// Step 8, up to what it depends on.
  private Route.@Nullable Lid findWayByLid(MadPacketSpec nodeInfo) throws TestException {
    step("8");
    sendMad(subnGet(PORT_INFO));
    Route.Lid way = WayByLid.of(mads(), nodeInfo, receiveMadOk());
    if (way == null) {
      String lack = "the DUT has no LID that a request reaches without forwarding";
      leaveOut(lack, "9", "9");
      leaveOut(lack, "15", "15");
    }
    return way;
  }

  private void verifyByLid(MadPacketSpec nodeInfo, Route.Lid way) throws TestException {
    step("8");
    mads().send(subnGet(NODE_INFO), way);
    step("9");
    MadPacketSpec read = receiveMadIfAny();
    if (read == null) {
      String reason = "no response to SMPs by " + WayByLid.text(way);
      inconclusive(reason);
      step("15");
      inconclusive(reason);
      return;
    }
    verifySame(read, nodeInfo);
    mads()
        .by(
            way,
            () -> {
              for (int id : ATTRIBUTES) {
                at("AttributeID", id, () -> verifyAttributeRefused(id));
              }
              verifyReservedIgnored(nodeInfo);
              verifyOthersWithData(nodeInfo);
            });
  }

  /// Steps 16 and 17.
  private void verifyOthersWithData(MadPacketSpec nodeInfo) throws TestException {
    boolean isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == DutKind.SWITCH.nodeType();
    long port = isSwitch ? nodeInfo.data(NodeInfo.LOCAL_PORT_NUM) : 0;
    verifyWithData(subnGet(SWITCH_INFO));
    verifyWithData(subnGet(SL_TO_VL_MAPPING_TABLE).attributeModifier(port << 8 | port));
    verifyWithData(subnGet(VL_ARBITRATION_TABLE).attributeModifier(FIRST_PART | port));
    verifyWithData(subnGet(SM_INFO));
    verifyWithData(subnGet(LED_INFO));
  }

  private void verifyWithData(MadPacketSpec get) throws TestException {
    step("16");
    sendMad(get);
    MadPacketSpec without = receiveMadIfAny();
    if (without == null) {
      return;
    }
    MadPacketSpec filled = get.copy();
    filled.data().fill((byte) 0xFF);
    for (int trial = 0; trial < 2; trial++) {
      step("16");
      sendMad(filled);
      step("17");
      MadPacketSpec with = receiveMadIfAny();
      if (with != null) {
        verifyStatusCode(with, (int) without.header(MadStatus.CODE));
        return;
      }
      sendMad(get);
      receiveMad();
    }
    verify(
        filled,
        false,
        () -> "a response to %s with data".formatted(filled),
        () -> "none; without data, there is one");
  }

  private void verifyReservedIgnored(MadPacketSpec nodeInfo) throws TestException {
    MadPacketSpec get = subnGet(NODE_INFO).fillReservedByLid();
    for (int trial = 0; trial < 2; trial++) {
      step("14");
      sendMad(get);
      step("15");
      MadPacketSpec read = receiveMadIfAny();
      if (read != null) {
        verifySame(read, nodeInfo);
        return;
      }
      sendMad(subnGet(NODE_INFO));
      receiveMadOk();
    }
    verify(
        get,
        false,
        () -> "a response to SubnGet(NodeInfo) with reserved bits set",
        () -> "none; without these bits, there is one");
  }
}
