package org.ibassay.runner.state;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.link.testing.ScriptedLink.Sent;
import org.ibassay.suite.Change;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// The part of a management agent that restoring needs: an M_Key, PortInfo, a multicast table. It
/// can be made to lose packets and to break rules, unlike the simulated devices.
final class FakeSma {
  /// The keys that a run gives to the DUT, and to a port that must not have the DUT's key.
  static final long KEY_DUT = 0x1BA5_5A70_0000_0001L;

  static final long KEY_OTHER = 0x1BA5_5A70_0000_0002L;
  private static final int CODE_7 = 7 << 2;

  final Map<Long, MemorySegment> portInfo = new HashMap<>();
  final Map<Long, MemorySegment> multicast = new HashMap<>();
  final MemorySegment slToVl = data();
  final MemorySegment nodeInfo = data();
  final MemorySegment switchInfo = data();
  final List<MemorySegment> sets = new ArrayList<>();

  /// Requests that never arrive.
  Predicate<MemorySegment> losesRequest = mad -> false;

  /// Requests that are executed, but whose response is lost.
  Predicate<MemorySegment> losesAnswer = mad -> false;

  /// Gets of PortInfo that are refused, by AttributeModifier.
  LongPredicate refuses = modifier -> false;

  /// Number of requests after which polling links are up.
  int trainingRequests = Integer.MAX_VALUE;

  /// Sets that are answered, but not executed.
  Predicate<MemorySegment> ignores = mad -> false;

  static FakeSma ca() {
    FakeSma sma = new FakeSma();
    NodeInfo.NODE_TYPE.set(sma.nodeInfo, 0, 1);
    NodeInfo.NUM_PORTS.set(sma.nodeInfo, 0, 2);
    NodeInfo.LOCAL_PORT_NUM.set(sma.nodeInfo, 0, 1);
    sma.portInfo.put(1L, freshPort());
    return sma;
  }

  static FakeSma switchWith(int ports, int capacity) {
    FakeSma sma = new FakeSma();
    NodeInfo.NODE_TYPE.set(sma.nodeInfo, 0, 2);
    NodeInfo.NUM_PORTS.set(sma.nodeInfo, 0, ports);
    NodeInfo.LOCAL_PORT_NUM.set(sma.nodeInfo, 0, 3);
    SwitchInfo.MULTICAST_FDB_CAP.set(sma.switchInfo, 0, capacity);
    sma.portInfo.put(0L, freshPort());
    sma.portInfo.put(3L, freshPort());
    return sma;
  }

  /// As after power-on, with the link up.
  private static MemorySegment freshPort() {
    MemorySegment port = data();
    PortInfo.PORT_STATE.set(port, 0, PortState.INITIALIZE);
    PortInfo.PORT_PHYSICAL_STATE.set(port, 0, 5);
    PortInfo.LINK_WIDTH_SUPPORTED.set(port, 0, 3);
    PortInfo.LINK_WIDTH_ENABLED.set(port, 0, 3);
    PortInfo.LINK_SPEED_SUPPORTED.set(port, 0, 7);
    PortInfo.LINK_SPEED_ENABLED.set(port, 0, 7);
    PortInfo.LINK_DOWN_DEFAULT_STATE.set(port, 0, 2);
    PortInfo.MTU_CAP.set(port, 0, 5);
    PortInfo.NEIGHBOR_MTU.set(port, 0, 1);
    PortInfo.VL_CAP.set(port, 0, 4);
    PortInfo.OPERATIONAL_VLS.set(port, 0, 1);
    return port;
  }

  MemorySegment port(long number) {
    return portInfo.computeIfAbsent(number, n -> data());
  }

  MadPort open() {
    ScriptedLink link = new ScriptedLink(this::take);
    return new MadPort(link, new Route.Directed(List.of(1)), Tap.NONE, new Timing(1_000_000, 1));
  }

  private void take(ScriptedLink link, Sent sent) {
    MemorySegment request = sent.mad();
    if (losesRequest.test(request) || !opens(request)) {
      return;
    }
    MemorySegment answer = carryOut(request);
    if (!losesAnswer.test(request)) {
      link.bring(0, answer.toArray(ValueLayout.JAVA_BYTE));
    }
  }

  /// 14.2.4: whether the M_Key permits a request; a Set always needs it, a Get at levels 2 and 3.
  private boolean opens(MemorySegment request) {
    MemorySegment holder = holder();
    long key = PortInfo.M_KEY.get(holder, 0);
    boolean isGet = MadHeader.METHOD.get(request, 0) == Method.GET;
    if (key == 0 || Smp.M_KEY.get(request, 0) == key) {
      return true;
    }
    if (isGet && PortInfo.M_KEY_PROTECT_BITS.get(holder, 0) < 2) {
      return true;
    }
    PortInfo.M_KEY_VIOLATIONS.set(holder, 0, PortInfo.M_KEY_VIOLATIONS.get(holder, 0) + 1);
    return false;
  }

  private MemorySegment holder() {
    return port(NodeInfo.NODE_TYPE.get(nodeInfo, 0) == 2 ? 0 : 1);
  }

  private MemorySegment carryOut(MemorySegment request) {
    MemorySegment answer = copy(request);
    MadHeader.METHOD.set(answer, 0, Method.GET_RESP);
    Smp.DIRECTION.set(answer, 0, 1);
    Attribute attribute = Attribute.of((int) MadHeader.ATTRIBUTE_ID.get(request, 0)).orElseThrow();
    long modifier = MadHeader.ATTRIBUTE_MODIFIER.get(request, 0);
    MemorySegment held = held(attribute, modifier);
    if (--trainingRequests == 0) {
      portInfo.values().forEach(FakeSma::comeUp);
    }
    if (attribute.equals(Attribute.PORT_INFO) && refuses.test(modifier)) {
      MadHeader.STATUS.set(answer, 0, 0x8000 | CODE_7);
      Smp.DIRECTION.set(answer, 0, 1);
      return answer;
    }
    if (MadHeader.METHOD.get(request, 0) == Method.SET) {
      sets.add(request);
      if (!ignores.test(request) && !set(attribute, request, held)) {
        MadHeader.STATUS.set(answer, 0, 0x8000 | CODE_7);
        Smp.DIRECTION.set(answer, 0, 1);
      }
    }
    MemorySegment reported = answer.asSlice(Smp.DATA, Smp.DATA_BYTES).copyFrom(held);
    boolean isHidden = PortInfo.M_KEY_PROTECT_BITS.get(held, 0) == 1;
    boolean isRight = Smp.M_KEY.get(request, 0) == PortInfo.M_KEY.get(held, 0);
    if (attribute.equals(Attribute.PORT_INFO) && isHidden && !isRight) {
      PortInfo.M_KEY.set(reported, 0, 0);
    }
    return answer;
  }

  private static void comeUp(MemorySegment port) {
    if (PortInfo.PORT_PHYSICAL_STATE.get(port, 0) == 2) {
      PortInfo.PORT_PHYSICAL_STATE.set(port, 0, 5);
      PortInfo.PORT_STATE.set(port, 0, PortState.INITIALIZE);
    }
  }

  private MemorySegment held(Attribute attribute, long modifier) {
    return switch (attribute.name()) {
      case "NodeInfo" -> nodeInfo;
      case "SwitchInfo" -> switchInfo;
      case "PortInfo" -> port(modifier);
      case "SLtoVLMappingTable" -> slToVl;
      case "MulticastForwardingTable" -> multicast.computeIfAbsent(modifier, m -> data());
      default -> data();
    };
  }

  private boolean set(Attribute attribute, MemorySegment request, MemorySegment held) {
    MemorySegment wanted = request.asSlice(Smp.DATA, Smp.DATA_BYTES);
    if (!attribute.equals(Attribute.PORT_INFO)) {
      held.copyFrom(wanted);
      return true;
    }
    for (Field field : PortInfo.LAYOUT.fields()) {
      boolean isFresh = PortInfo.LID.get(held, 0) == 0 && PortInfo.LID.get(wanted, 0) == 0;
      boolean isUnused = isFresh || (isLid(field) && !held.equals(holder()));
      if (field.access() == Access.RW
          && !isUnused
          && !field.legal().allows(field.get(wanted, 0), held)) {
        return false;
      }
    }
    for (Field field : PortInfo.LAYOUT.fields()) {
      boolean isState =
          field.equals(PortInfo.PORT_STATE) || field.equals(PortInfo.PORT_PHYSICAL_STATE);
      if (field.access() == Access.RW && !(isState && field.get(wanted, 0) == 0)) {
        field.set(held, 0, field.get(wanted, 0));
      }
    }
    if (PortInfo.PORT_PHYSICAL_STATE.get(wanted, 0) != 0) {
      PortInfo.PORT_STATE.set(held, 0, PortState.DOWN);
    }
    return true;
  }

  private static boolean isLid(Field field) {
    return field.equals(PortInfo.LID) || field.equals(PortInfo.MASTER_SM_LID);
  }

  static boolean isSet(MemorySegment mad) {
    return MadHeader.METHOD.get(mad, 0) == Method.SET;
  }

  static MemorySegment data() {
    return MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);
  }

  private static MemorySegment copy(MemorySegment mad) {
    MemorySegment copy = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    return copy.copyFrom(mad.asSlice(0, Smp.BYTES_OF_MAD));
  }

  /// The snapshot that a run takes before a test that changes something.
  Snapshots snapshot(Change change)
      throws NotReadableException, LinkException, InterruptedException {
    return Snapshots.take(List.of(change), List.of(open()), List.of(KEY_DUT, KEY_OTHER), 1, 1);
  }

  static boolean isPortInfo(MemorySegment mad) {
    return MadHeader.ATTRIBUTE_ID.get(mad, 0) == Attribute.PORT_INFO.id();
  }

  static List<Long> values(MemorySegment in, Field... fields) {
    return List.of(fields).stream().map(field -> field.get(in, 0)).toList();
  }
}
