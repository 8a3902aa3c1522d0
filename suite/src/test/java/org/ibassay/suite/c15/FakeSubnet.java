package org.ibassay.suite.c15;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.testing.ScriptedDut;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.link.testing.ScriptedLink.Sent;
import org.ibassay.suite.Pages;
import org.ibassay.suite.TestCase;
import org.ibassay.suite.TestContext;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.Selector;
import org.jspecify.annotations.Nullable;

/// A subnet as seen through a stack that reassembles responses: the tester, a DUT that manages it,
/// optionally a switch between them, and the paths that it knows. Tables are given for P_Key 0xFFFF
/// only.
final class FakeSubnet {
  static final long TESTER = 0x11;
  static final long DUT = 0x22;
  static final int TESTER_LID = 8;
  static final int DUT_LID = 16;

  /// 4X QDR; slower and faster rates.
  static final int RATE_40 = 7;

  static final int RATE_10 = 3;
  static final int RATE_80 = 9;

  private static final int MASTER = 3;
  private static final int PATH_BYTES = 64;

  private record Question(long who, int attribute) {}

  private final Map<Question, MemorySegment> answers = new HashMap<>();
  private final List<MemorySegment> paths = new ArrayList<>();
  private final ScriptedLink link = new ScriptedLink(this::take).delivering(Integer.MAX_VALUE);
  private final int hops;

  private FakeSubnet(int hops) {
    this.hops = hops;
    endPort(TESTER, TESTER_LID);
    endPort(DUT, DUT_LID);
    with(DUT, Attribute.PORT_INFO, PortInfo.IS_SM, 1)
        .with(DUT, Attribute.SM_INFO, SmInfo.SM_STATE, MASTER)
        .with(DUT, Attribute.SM_INFO, SmInfo.GUID, DUT)
        .with(0, Attribute.NODE_INFO, NodeInfo.NODE_TYPE, 2);
  }

  /// A subnet in which the tester is cabled to the DUT.
  static FakeSubnet simpleLink() {
    return new FakeSubnet(1);
  }

  /// A subnet with a switch between tester and DUT.
  static FakeSubnet withSwitch() {
    return new FakeSubnet(2);
  }

  private void endPort(long guid, int lid) {
    with(guid, Attribute.NODE_INFO, NodeInfo.NODE_TYPE, 1)
        .with(guid, Attribute.NODE_INFO, NodeInfo.PORT_GUID, guid)
        .with(guid, Attribute.NODE_INFO, NodeInfo.LOCAL_PORT_NUM, 1)
        .with(guid, Attribute.NODE_INFO, NodeInfo.PARTITION_CAP, 1)
        .with(guid, Attribute.PORT_INFO, PortInfo.GID_PREFIX, Gid.DEFAULT_PREFIX)
        .with(guid, Attribute.PORT_INFO, PortInfo.LID, lid)
        .with(guid, Attribute.PORT_INFO, PortInfo.MASTER_SM_LID, DUT_LID)
        .with(guid, Attribute.PORT_INFO, PortInfo.PORT_STATE, PortState.ACTIVE)
        .with(guid, Attribute.PORT_INFO, PortInfo.LINK_WIDTH_ACTIVE, 2)
        .with(guid, Attribute.PORT_INFO, PortInfo.LINK_SPEED_ACTIVE, 4)
        .with(guid, Attribute.PORT_INFO, PortInfo.NEIGHBOR_MTU, 4)
        .with(guid, Attribute.PORT_INFO, PortInfo.MTU_CAP, 5)
        .with(guid, Attribute.PORT_INFO, PortInfo.GUID_CAP, 8)
        .with(guid, Attribute.GUID_INFO, GuidInfo.GUID, guid)
        .with(guid, Attribute.P_KEY_TABLE, PKeyTable.P_KEY, Gmp.DEFAULT_P_KEY);
  }

  /// @param who a GUID; 0 for the switch
  FakeSubnet with(long who, Attribute attribute, Field field, long value) {
    return with(who, attribute, field, 0, value);
  }

  FakeSubnet with(long who, Attribute attribute, Field field, int index, long value) {
    field.set(
        answers.computeIfAbsent(
            new Question(who, attribute.id()),
            _ -> MemorySegment.ofArray(new byte[Smp.DATA_BYTES])),
        0,
        index,
        value);
    return this;
  }

  /// Adds a path from the tester.
  FakeSubnet path(long guid, int lid, int rate, int mtu) {
    MemorySegment path = MemorySegment.ofArray(new byte[PATH_BYTES]);
    new Gid(Gid.DEFAULT_PREFIX, guid).set(PathRecord.DGID, path, 0);
    new Gid(Gid.DEFAULT_PREFIX, TESTER).set(PathRecord.SGID, path, 0);
    PathRecord.DLID.set(path, 0, lid);
    PathRecord.SLID.set(path, 0, TESTER_LID);
    PathRecord.P_KEY.set(path, 0, Gmp.DEFAULT_P_KEY);
    PathRecord.MTU_SELECTOR.set(path, 0, Selector.EXACTLY);
    PathRecord.MTU.set(path, 0, mtu);
    PathRecord.RATE_SELECTOR.set(path, 0, Selector.EXACTLY);
    PathRecord.RATE.set(path, 0, rate);
    PathRecord.PACKET_LIFE_TIME_SELECTOR.set(path, 0, Selector.EXACTLY);
    PathRecord.PACKET_LIFE_TIME.set(path, 0, guid == TESTER ? 0 : 18);
    paths.add(path);
    return this;
  }

  /// Adds paths to other ports.
  FakeSubnet others(int count) {
    IntStream.range(0, count).forEach(i -> path(0x100L + i, 100 + i, RATE_40, 4));
    return this;
  }

  /// Limits the bytes that the stack delivers.
  FakeSubnet delivering(int bytes) {
    link.delivering(bytes);
    return this;
  }

  /// Limits the length that the stack reports.
  FakeSubnet takingForAtMost(int bytes) {
    link.tellingAtMost(bytes);
    return this;
  }

  /// Attaches a test to this subnet.
  <T extends TestCase> T attached(T test) {
    Route route = new Route.Directed(IntStream.range(0, hops).mapToObj(_ -> 1).toList());
    MadPort port = new MadPort(link, route, Tap.NONE, new Timing(1_000_000, 1));
    test.attach(
        new TestContext(
            new ScriptedDut(port), Pages.of(test.getClass()), _ -> List.of(1L), 1, (_, _) -> {}));
    return test;
  }

  private void take(ScriptedLink to, Sent sent) {
    MemorySegment answer =
        sent.destQp() == Gmp.QP ? administration(sent.mad()) : management(sent.mad());
    if (answer != null) {
      to.bring(0, answer.toArray(ValueLayout.JAVA_BYTE));
    }
  }

  private @Nullable MemorySegment management(MemorySegment mad) {
    long count = Smp.HOP_COUNT.get(mad, 0);
    long who = count == 0 ? TESTER : count == hops ? DUT : 0;
    MemorySegment data = answers.get(new Question(who, (int) MadHeader.ATTRIBUTE_ID.get(mad, 0)));
    if (data == null) {
      return null;
    }
    MemorySegment answer = copy(mad, Smp.BYTES_OF_MAD);
    MadHeader.METHOD.set(answer, 0, Method.GET_RESP);
    Smp.DIRECTION.set(answer, 0, 1);
    answer.asSlice(Smp.DATA, Smp.DATA_BYTES).copyFrom(data);
    return answer;
  }

  private MemorySegment administration(MemorySegment mad) {
    boolean isKnown = PathRecord.P_KEY.get(mad, SaHeader.DATA) == Gmp.DEFAULT_P_KEY;
    int count = isKnown ? paths.size() : 0;
    MemorySegment answer = copy(mad, SaHeader.DATA + count * PATH_BYTES);
    MadHeader.METHOD.set(answer, 0, SaMethod.GET_TABLE_RESP);
    RmppHeader.ACTIVE.set(answer, 0, 1);
    SaHeader.ATTRIBUTE_OFFSET.set(answer, 0, count == 0 ? 0 : PATH_BYTES / 8);
    for (int i = 0; i < count; i++) {
      answer.asSlice(SaHeader.DATA + (long) i * PATH_BYTES, PATH_BYTES).copyFrom(paths.get(i));
    }
    return answer;
  }

  private static MemorySegment copy(MemorySegment mad, int bytes) {
    MemorySegment copy = MemorySegment.ofArray(new byte[bytes]);
    MemorySegment.copy(mad, 0, copy, 0, Math.min(mad.byteSize(), bytes));
    return copy;
  }
}
