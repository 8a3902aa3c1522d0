package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.NodeInfo.BASE_VERSION;
import static org.ibassay.wire.attribute.NodeInfo.CLASS_VERSION;
import static org.ibassay.wire.attribute.NodeInfo.LOCAL_PORT_NUM;
import static org.ibassay.wire.attribute.NodeInfo.NODE_GUID;
import static org.ibassay.wire.attribute.NodeInfo.NODE_TYPE;
import static org.ibassay.wire.attribute.NodeInfo.NUM_PORTS;
import static org.ibassay.wire.attribute.NodeInfo.PARTITION_CAP;
import static org.ibassay.wire.attribute.NodeInfo.PORT_GUID;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.ReadOnlyAttribute;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;

/// # NodeInfo describes the same node on all ports, and a Set is rejected
///
/// - Section: 24.1.5.2.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#06, v1c14-024.1.1#03.01, v1c14-024.1.1#03.02, v1c14-024.1.1#03.03,
///   v1c14-024.1.1#03.04, v1c14-024.1.1#03.05, v1c14-024.1.1#03.06, v1c14-027#01, v1c14-030#01
///
/// NodeInfo is read on every port that a tester port reaches, and holds legal values. A Set that
/// changes a component is rejected and changes nothing.
///
/// ## Notes
///
/// - Of the public page, the notes are known in part, but none of the steps: all steps are this
///   suite's own, and so is the assignment of all assertions except v1c14-024.1.1#03.04 to #03.06,
///   which the notes cite for what the ports have in common (A5).
/// - RO_COMP_LIST is every component: the whole attribute is read-only.
/// - SystemImageGUID may be 0. NumPorts may be up to 255.
/// - If DUT and tester are directly connected and both have a LID, the procedure also runs with
///   LID-routed SMPs (management class 0x01), except on a switch, whose responses would follow its
///   own forwarding table.
/// - Step A7 expects code 3, v1c13-024#06 of the public page; another code is noted as the reading
///   `ro-attribute-set-code`.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - A1: SendMad(SubnGet(NodeInfo)).
/// - A2: NODE_INFO = ReceiveMad(SubnGetResp(NodeInfo)); verify AttributeID, AttributeModifier and
///   Status.Code == 0. [v1c14-024.1.1#03.01]
/// - A3: Verify BaseVersion == 1, ClassVersion == 1, NodeType 1, 2 or 3, NumPorts >= 1, NodeGUID !=
///   0, PortGUID != 0 and PartitionCap >= 1. [v1c14-024.1.1#03.02]
/// - A4: SendMad(SubnGet(PortInfo)); ReceiveMad(SubnGetResp(PortInfo)); verify that LocalPortNum is
///   from 1 to NumPorts, different from that of the previous ports, and equal to
///   PortInfo:LocalPortNum. [v1c14-024.1.1#03.03]
/// - A5: Verify that every component is the same as on the first port, except for LocalPortNum and,
///   on a channel adapter or router, PortGUID. [v1c14-024.1.1#03.04, v1c14-024.1.1#03.05,
///   v1c14-024.1.1#03.06]
/// - A6: On a channel adapter or router, verify that PortGUID differs from that of the previous
///   ports. [ia-c14-024-03#01]
/// - A7: For each component of RO_COMP_LIST: invert all of its bits, SendMad(SubnSet(NodeInfo)),
///   ReceiveMad(SubnGetResp(NodeInfo)); verify AttributeID, AttributeModifier and Status.Code == 3.
///   [v1c13-024#06]
/// - A8: SendMad(SubnGet(NodeInfo)), ReceiveMad(SubnGetResp(NodeInfo)); verify AttributeID,
///   AttributeModifier, Status.Code == 0 and every component as in NODE_INFO. [v1c14-027#01,
///   v1c14-030#01]
/// - A9: SendMad(SubnSet(NodeInfo)) with NODE_INFO, if the DUT has stored another.
/// - A10: SendMad(SubnGet(NodeInfo)) with AttributeModifier 1; note the reading `modifier-ignored`.
/// - A11: Repeat steps A1 to A10 with LID-routed SMPs.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES)
public final class C14_024_03 extends MadTest {
  private static final long SWITCH = 2;

  private final List<MadPacketSpec> ports = new ArrayList<>();

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    if (reachedPorts() == 1) {
      step("A5");
      notApplicable(NodeAttributes.ONE_PORT);
      step("A6");
      notApplicable(NodeAttributes.ONE_PORT);
    }
    repeatForPorts(_ -> procedure());
    ports.clear();
    repeatForPorts(_ -> {
      step("A11");
      repeatByLid(this::procedure);
    });
    return log().allPassed();
  }

  private void procedure() throws TestException {
    HeldAttribute nodeInfo = new HeldAttribute(mads(), NODE_INFO, 0, set -> set);
    step("A1");
    sendMad(nodeInfo.get());
    step("A2");
    MadPacketSpec read = nodeInfo.keep(receiveMad());
    needs(all(verifyEcho(read, nodeInfo.get()), verifyStatusOk(read)), "NodeInfo was not read");
    step("A3");
    verifyData(read, BASE_VERSION, 1);
    verifyData(read, CLASS_VERSION, 1);
    verify(read, NODE_TYPE, "1, 2 or 3", type -> type >= 1 && type <= 3);
    verify(read, NUM_PORTS, "1 or more", ports -> ports >= 1);
    verify(read, NODE_GUID, "other than 0", guid -> guid != 0);
    verify(read, PORT_GUID, "other than 0", guid -> guid != 0);
    verify(read, PARTITION_CAP, "1 or more", cap -> cap >= 1);
    verifyLocalPortNum(read);
    verifyAsOnOtherPorts(read);
    ports.add(read);

    ReadOnlyAttribute readOnly = new ReadOnlyAttribute(nodeInfo, false);
    part(() -> {
      for (Field field : NodeInfo.LAYOUT.fields()) {
        long asked = ~nodeInfo.held().data(field) & field.max();
        at(field.name(), asked, () -> readOnly.verifyKept(new Write("A7", "A7", "A8"), field));
      }
    });
    step("A9");
    sendMad(nodeInfo.restore());
    receiveMad();
    step("A10");
    NodeAttributes.noteUnusedModifier(mads(), NODE_INFO);
  }

  private void verifyLocalPortNum(MadPacketSpec read) throws TestException {
    step("A4");
    sendMad(subnGet(PORT_INFO));
    MadPacketSpec portInfo = receiveMadOk();
    verify(
        read,
        LOCAL_PORT_NUM,
        "from 1 to NumPorts, " + read.data(NUM_PORTS),
        number -> number >= 1 && number <= read.data(NUM_PORTS));
    verify(read, LOCAL_PORT_NUM, "different from that of the earlier ports", isNew(LOCAL_PORT_NUM));
    verifyData(read, LOCAL_PORT_NUM, portInfo.data(PortInfo.LOCAL_PORT_NUM));
  }

  private void verifyAsOnOtherPorts(MadPacketSpec read) {
    boolean isSwitch = read.data(NODE_TYPE) == SWITCH;
    if (!ports.isEmpty()) {
      step("A5");
      NodeInfo.LAYOUT.fields().stream()
          .filter(field -> !field.equals(LOCAL_PORT_NUM) && (isSwitch || !field.equals(PORT_GUID)))
          .forEach(field -> verifyData(read, field, ports.getFirst().data(field)));
    }
    step("A6");
    if (isSwitch) {
      notApplicable("the DUT is a switch, which has one PortGUID");
    } else if (!ports.isEmpty()) {
      verify(read, PORT_GUID, "different from that of the earlier ports", isNew(PORT_GUID));
    }
  }

  private LongPredicate isNew(Field field) {
    return value -> ports.stream().noneMatch(port -> port.data(field) == value);
  }

  private void verify(MadPacketSpec read, Field field, String expected, LongPredicate isRight) {
    long value = read.data(field);
    verify(
        read,
        isRight.test(value),
        () -> field.name() + " " + expected,
        () -> field.name() + " " + shown(field, value));
  }
}
