package org.ibassay.suite.c14;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.NodeDescription.NODE_STRING;
import static org.ibassay.wire.attribute.PortInfo.IS_CAPABILITY_MASK2_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.IS_SET_NODE_DESCRIPTION_SUPPORTED;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Set;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.FieldWrites;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.jspecify.annotations.Nullable;

/// # NodeDescription can be read and not written
///
/// - Section: 14.1.5.1.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#06, v1c14-024.1.1#02.01, v1c14-024.1.1#02.02, v1c14-024.1.1#02.03,
///   v1c14-027#01, v1c14-030#01
///
/// Every port reads the same NodeDescription. A Set of it is refused with code 3 and changes
/// nothing.
///
/// ## Notes
///
/// - RO_COMP_LIST is NodeDescription:NodeString, which is the whole attribute.
/// - The public page is known up to step 5. What follows the change of a component is ours, steps
///   A4 to A7, and so is the place of every assertion.
/// - A DUT with PortInfo:CapabilityMask2.IsSetNodeDescriptionSupported takes a Set: steps A4 to A7
///   do not apply to it.
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
/// - A1: Ours: Verify that NodeString is UTF-8 up to its first zero byte, and zero after it.
///   [ia-c14-024-02#01]
/// - A2: Ours: Verify NodeString as on the first port. [ia-c14-024-02#02]
/// - A3: Ours: SendMad(SubnGet(PortInfo)); ReceiveMad(SubnGetResp(PortInfo)).
/// - 3: AttributeID is NodeDescription, AttributeModifier is 0.
/// - 4: SMP_DATA_UPDATE = SMP_DATA.
/// - 5: Twice for each component of RO_COMP_LIST: change all of its bits in SMP_DATA_UPDATE.
///   - A4: Ours: SendMad(SubnSet(NodeDescription)) with SMP_DATA_UPDATE.
///   - A5: Ours: ReceiveMad(SubnGetResp(NodeDescription)); verify AttributeID, AttributeModifier
///     and Status.Code == 3. [v1c13-024#06, v1c14-024.1.1#02.02]
///   - A6: Ours: SendMad(SubnGet(NodeDescription)); ReceiveMad(SubnGetResp(NodeDescription));
///     verify AttributeID, AttributeModifier, Status.Code == 0 and NodeString unchanged.
///     [v1c14-024.1.1#02.03, v1c14-027#01, v1c14-030#01]
/// - A7: Ours: SendMad(SubnSet(NodeDescription)) with ORIGINAL_NODE_DESCRIPTION, for a DUT that has
///   taken another.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES)
public final class C14_024_02 extends MadTest {
  private @Nullable BigInteger onFirstPort;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(port -> part(this::procedure));
    return log().allPassed();
  }

  private void procedure() throws TestException {
    HeldAttribute description = new HeldAttribute(mads(), NODE_DESCRIPTION, 0, set -> set);
    step("1");
    sendMad(description.get());
    step("2");
    MadPacketSpec read = description.keep(receiveMad());
    boolean isEcho = verifyEcho(read, description.get());
    needs(verifyStatusOk(read) && isEcho, "NodeDescription was not read");
    step("A1");
    verify(
        read,
        isText(read),
        () -> "UTF-8, then zeros",
        () -> "bytes " + HexFormat.of().formatHex(read.data().toArray(JAVA_BYTE)));
    step("A2");
    if (onFirstPort == null) {
      onFirstPort = read.number(NODE_STRING, 0);
    }
    verifyData(read, NODE_STRING, onFirstPort);

    step("A3");
    sendMad(subnGet(PORT_INFO));
    MadPacketSpec portInfo = receiveMadOk();
    if (portInfo.data(IS_CAPABILITY_MASK2_SUPPORTED) == 1
        && portInfo.data(IS_SET_NODE_DESCRIPTION_SUPPORTED) == 1) {
      leaveOut("the DUT declares IsSetNodeDescriptionSupported = 1", "A4", "A7");
      return;
    }
    at("Set", 1, () -> writeReadOnly(description));
    at("Set", 2, () -> writeReadOnly(description));
    step("A7");
    sendMad(description.restore());
    receiveMad();
  }

  private static void writeReadOnly(HeldAttribute description) throws TestException {
    new FieldWrites(description, Set.of())
        .verifyReadOnly(new Write("A4", "A5", "A6"), NODE_STRING, BAD_METHOD_ATTRIBUTE);
  }

  private static boolean isText(MadPacketSpec read) {
    byte[] bytes = read.data().toArray(JAVA_BYTE);
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    for (int i = end; i < bytes.length; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, end));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
