package org.ibassay.suite.c14;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.NodeDescription.NODE_STRING;
import static org.ibassay.wire.attribute.PortInfo.IS_CAPABILITY_MASK2_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.IS_SET_NODE_DESCRIPTION_SUPPORTED;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.ReadOnlyAttribute;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # NodeDescription is text, equal on all ports, and writable only if the DUT declares it so
///
/// - Section: 14.1.5.1.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#06, v1c14-024.1.1#02.01, v1c14-024.1.1#02.02, v1c14-024.1.1#02.03,
///   v1c14-027#01, v1c14-030#01
///
/// NodeDescription is read on every port that a tester port reaches. A Set is rejected and changes
/// nothing, unless the DUT declares IsSetNodeDescriptionSupported; then the Set is executed.
///
/// ## Notes
///
/// - RO_COMP_LIST is NodeString, which is the whole attribute.
/// - Of the public page, the steps up to 5 are known. The others are this suite's own, and so is
///   the assignment of all assertions to steps.
/// - A DUT may reject data that is not text. Therefore legal text is tested, too.
/// - A host may name its node at any time. One change to something that no Set wrote is
///   inconclusive; a second one fails.
/// - If DUT and tester are directly connected and both have a LID, the procedure also runs with
///   LID-routed SMPs (management class 0x01), except on a switch, whose responses would follow its
///   own forwarding table.
/// - Step A6 expects code 3, v1c13-024#06 of the public page; another code is noted as the reading
///   `ro-attribute-set-code`.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(NodeDescription)).
/// - 2: ORIGINAL_NODE_DESCRIPTION = ReceiveMad(SubnGetResp(NodeDescription)); verify AttributeID,
///   AttributeModifier and Status.Code == 0. [v1c14-024.1.1#02.01]
/// - A1: Verify that NodeString up to its first zero byte is UTF-8. [ia-c14-024-02#01]
/// - A2: Verify that NodeString is the same as on the previous port. [ia-c14-024-02#02]
/// - A3: SendMad(SubnGet(NodeDescription)) twice; verify NodeString unchanged. [ia-c14-024-02#03]
/// - A4: SendMad(SubnGet(NodeDescription)) with AttributeModifier 1; note the reading
///   `modifier-ignored`.
/// - A5: SendMad(SubnGet(PortInfo)); ReceiveMad(SubnGetResp(PortInfo)). Steps 3 to A8 are for
///   CapabilityMask2.IsSetNodeDescriptionSupported == 0, A9 to A12 for 1.
/// - 3: AttributeID is NodeDescription, AttributeModifier is 0.
/// - 4: SMP_DATA_UPDATE = SMP_DATA.
/// - 5: For each component of RO_COMP_LIST: invert all of its bits in SMP_DATA_UPDATE, then replace
///   it with other text, twice; SendMad(SubnSet(NodeDescription)) with SMP_DATA_UPDATE.
///   - A6: ReceiveMad(SubnGetResp(NodeDescription)); verify AttributeID, AttributeModifier and
///     Status.Code == 3. [v1c13-024#06, v1c14-024.1.1#02.02]
///   - A7: SendMad(SubnGet(NodeDescription)); ReceiveMad(SubnGetResp(NodeDescription)); verify
///     AttributeID, AttributeModifier, Status.Code == 0 and NodeString unchanged.
///     [v1c14-024.1.1#02.03, v1c14-027#01, v1c14-030#01]
/// - A8: SendMad(SubnSet(NodeDescription)) with ORIGINAL_NODE_DESCRIPTION, if the DUT has stored
///   another.
/// - A9: SendMad(SubnSet(NodeDescription)) with other text.
/// - A10: ReceiveMad(SubnGetResp(NodeDescription)); verify AttributeID, AttributeModifier,
///   Status.Code == 0 and NodeString as set. [ia-c14-024-02#04]
/// - A11: SendMad(SubnGet(NodeDescription)); ReceiveMad(SubnGetResp(NodeDescription)); verify
///   Status.Code == 0 and NodeString as set. [ia-c14-024-02#05]
/// - A12: Repeat steps A9 to A11 with ORIGINAL_NODE_DESCRIPTION.
/// - A13: Repeat all previous steps with LID-routed SMPs.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    changes = Change.NODE_DESCRIPTION)
public final class C14_024_02 extends MadTest {
  private static final List<String> TEXTS = List.of("Set by a tester", "Again set by a tester");

  private final List<BigInteger> ports = new ArrayList<>();

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    if (reachedPorts() == 1) {
      step("A2");
      notApplicable(NodeAttributes.ONE_PORT);
    }
    repeatForPorts(_ -> procedure());
    ports.clear();
    repeatForPorts(_ -> {
      step("A13");
      repeatByLid(this::procedure);
    });
    return log().allPassed();
  }

  private void procedure() throws TestException {
    HeldAttribute description = new HeldAttribute(mads(), NODE_DESCRIPTION, 0, set -> set);
    step("1");
    sendMad(description.get());
    step("2");
    MadPacketSpec read = description.keep(receiveMad());
    boolean isRead = all(verifyEcho(read, description.get()), verifyStatusOk(read));
    needs(isRead, "NodeDescription was not read");
    step("A1");
    verify(read, isText(read), () -> "NodeString in UTF-8", () -> "bytes " + hex(read));
    if (!ports.isEmpty()) {
      step("A2");
      verifyData(read, NODE_STRING, ports.getLast());
    }
    readAgain(description);
    ports.add(description.held().number(NODE_STRING, 0));
    step("A4");
    NodeAttributes.noteUnusedModifier(mads(), NODE_DESCRIPTION);

    step("A5");
    sendMad(subnGet(PORT_INFO));
    MadPacketSpec portInfo = receiveMadOk();
    if (portInfo.data(IS_CAPABILITY_MASK2_SUPPORTED) == 1
        && portInfo.data(IS_SET_NODE_DESCRIPTION_SUPPORTED) == 1) {
      leaveOut("the DUT declares IsSetNodeDescriptionSupported = 1", "3", "A8");
      verifySet(new Write("A9", "A10", "A11"), description, text(description, TEXTS.getFirst()));
      verifySet(new Write("A12", "A10", "A11"), description, description.restore());
    } else {
      leaveOut("the DUT declares IsSetNodeDescriptionSupported = 0", "A9", "A12");
      part(() -> verifyReadOnly(description));
      step("A8");
      sendMad(description.restore());
      receiveMad();
    }
  }

  private void readAgain(HeldAttribute description) throws TestException {
    step("A3");
    sendMad(description.get());
    MadPacketSpec second = receiveMadOk();
    if (!second.number(NODE_STRING, 0).equals(description.held().number(NODE_STRING, 0))) {
      inconclusive("NodeDescription changed without a Set, as when a host names its node");
    }
    description.keep(second);
    sendMad(description.get());
    verifyData(description.keep(receiveMadOk()), NODE_STRING, second.number(NODE_STRING, 0));
  }

  private void verifyReadOnly(HeldAttribute description) throws TestException {
    ReadOnlyAttribute readOnly = new ReadOnlyAttribute(description, true);
    Write write = new Write("5", "A6", "A7");
    at("Set", 1, () -> readOnly.verifyKept(write, NODE_STRING));
    for (int i = 0; i < TEXTS.size(); i++) {
      MadPacketSpec set = text(description, TEXTS.get(i));
      at("Set", i + 2, () -> readOnly.verifyKept(write, set));
    }
  }

  private void verifySet(Write at, HeldAttribute description, MadPacketSpec set)
      throws TestException {
    step(at.set());
    sendMad(set);
    step(at.answered());
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    verifyStatusOk(answer);
    verifyData(answer, NODE_STRING, set.number(NODE_STRING, 0));
    step(at.read());
    sendMad(description.get());
    MadPacketSpec read = receiveMad();
    verifyStatusOk(read);
    verifyData(read, NODE_STRING, set.number(NODE_STRING, 0));
  }

  private static MadPacketSpec text(HeldAttribute description, String text) {
    byte[] bytes = Arrays.copyOf(text.getBytes(UTF_8), NODE_STRING.width() / Byte.SIZE);
    return description.set().setNumber(NODE_STRING, 0, new BigInteger(1, bytes));
  }

  private static boolean isText(MadPacketSpec read) {
    byte[] bytes = read.data().toArray(JAVA_BYTE);
    String string = new String(bytes, UTF_8);
    int end = string.indexOf(0);
    byte[] text = (end < 0 ? string : string.substring(0, end)).getBytes(UTF_8);
    return text.length <= bytes.length && Arrays.equals(text, Arrays.copyOf(bytes, text.length));
  }

  private static String hex(MadPacketSpec read) {
    return HexFormat.of().formatHex(read.data().toArray(JAVA_BYTE));
  }
}
