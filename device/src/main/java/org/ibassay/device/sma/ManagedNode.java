package org.ibassay.device.sma;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.variant.SimParameter.PORTS;
import static org.ibassay.device.variant.SimParameter.RESPONSE_M_KEY;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ibassay.device.fabric.CountRule;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.pma.PerformanceAgent;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// A node with a subnet management agent: channel adapter, switch or router.
public final class ManagedNode extends Node {
  private final Seams seams;
  private final Ports ports;
  private final PKeyTableHandler partitions;
  private final Enforcement enforcement;
  private final LinearForwarding forwarding;
  private final Traps traps;
  private final Replies replies;
  private final Sma sma;
  private final PerformanceAgent performance;
  private final FirmwareAgent firmware;
  private final MemorySegment description;
  private final List<Consumer<Packet>> deviations = new ArrayList<>();
  private final Map<Integer, Consumer<Packet>> managers = new HashMap<>();
  private final Map<Integer, Consumer<Packet>> services = new HashMap<>();
  private @Nullable Attribute managersOwn;
  private boolean passesOnRepresses;

  private ManagedNode(Fabric fabric, Variant variant, Guids guids, int masterSmLid, Seams seams) {
    super(fabric, variant.number(PORTS), variant.kind() == NodeKind.SWITCH);
    this.seams = seams;
    Assembly assembly = new Assembly(this, variant, guids, masterSmLid, seams);
    description = assembly.description();
    ports = assembly.ports();
    partitions = assembly.partitions();
    enforcement = seams.enforcement.over(Enforcement.CONFORMING);
    forwarding = assembly.forwarding();
    traps = assembly.traps();
    replies = assembly.replies();
    performance = new PerformanceAgent(this, variant, seams.performance);
    firmware = new FirmwareAgent(variant);
    boolean repeatsKey = variant.number(RESPONSE_M_KEY) == 0;
    sma = new Sma(fabric, ports, assembly.handlers(), replies, traps, repeatsKey);
    for (int number = 0; number <= ports(); number++) {
      int port = number;
      deviations.add(packet -> send(packet, port));
    }
  }

  /// Returns a node without cables.
  ///
  /// @param variant its conforming behavior
  /// @param masterSmLid PortInfo:MasterSMLID of the first cabled port of a node that starts with
  ///   LIDs
  /// @param seams its deviations
  public static ManagedNode of(
      Fabric fabric, Variant variant, Guids guids, int masterSmLid, Seams seams) {
    return new ManagedNode(fabric, seams.variant.over(variant), guids, masterSmLid, seams);
  }

  /// Sets the manager of a port, which receives responses and traps; without one they are dropped.
  ///
  /// @param software releases the packets
  public void managedBy(int port, Consumer<Packet> software) {
    managers.put(port, software);
  }

  /// Sets the software of a port's queue pair 1; without it, MADs to QP1 are dropped.
  ///
  /// @param software releases the packets
  public void servedBy(int port, Consumer<Packet> software) {
    services.put(port, software);
  }

  /// Sets the NodeDescription.
  ///
  /// @param text encoded in UTF-8 and truncated
  public void describe(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, (int) description.byteSize());
    description.fill((byte) 0);
    MemorySegment.copy(bytes, 0, description, JAVA_BYTE, 0, length);
  }

  /// Sets the handler of an attribute: other software on the node, in place of the agent.
  public void leave(Attribute attribute, AttributeHandler software) {
    sma.leave(attribute, seams.handlerChoice().of(attribute, software));
  }

  /// Passes requests for an attribute to the manager of the port that receives them, while the
  /// port's IsSM is set.
  public void leaveToManager(Attribute attribute) {
    managersOwn = attribute;
  }

  /// Hands each TrapRepress to the software of the port that receives it, too, because that
  /// software sends traps.
  public void passOnRepresses() {
    passesOnRepresses = true;
  }

  /// Makes a switch forward a LID to a port.
  public void relay(int lid, int port) {
    forwarding.put(lid, port);
  }

  /// Returns an existing port.
  ///
  /// @param number 0 for a switch's management port
  public Port port(int number) {
    Port port = ports.of(number);
    if (port == null) {
      throw new IllegalArgumentException("no port " + number);
    }
    return port;
  }

  @Override
  protected void take(Packet packet, int port) {
    if (packet.destQp() == Gmp.QP && performance.isRequest(packet)) {
      if (!performance.answer(packet.mad(), port)) {
        fabric().release(packet);
        return;
      }
      int asker = packet.slid();
      packet.address(lid(port), asker, Gmp.QP);
      sendAfter(performance.delayNanos(), packet, port);
      return;
    }
    if (packet.destQp() == Gmp.QP && firmware.isRequest(packet)) {
      firmware.answer(packet.mad());
      packet.address(lid(port), packet.slid(), Gmp.QP);
      send(packet, port);
      return;
    }
    if (packet.destQp() == Gmp.QP) {
      hand(packet, services.get(port));
      return;
    }
    if (isForManager(packet) || isManagersOwn(packet, port)) {
      hand(packet, managers.get(port));
      return;
    }
    Packet response = sma.answer(packet, port);
    if (response != null) {
      response.address(lid(port), packet.slid(), 0);
      dispatch(response, port);
      traps.answered(sma.transaction());
    }
    if (traps.isBadKey(sma.transaction())) {
      traps.badKey(packet, port);
    }
    if (passesOnRepresses && MadHeader.METHOD.get(packet.mad(), 0) == Method.TRAP_REPRESS) {
      hand(packet, managers.get(port));
    } else {
      fabric().release(packet);
    }
  }

  private void hand(Packet packet, @Nullable Consumer<Packet> software) {
    if (software == null) {
      fabric().release(packet);
    } else {
      software.accept(packet);
    }
  }

  private void dispatch(Packet response, int port) {
    Transaction t = sma.transaction();
    long delay = replies.delayNanos(t);
    Runnable afterwards = t.afterwards();
    sendAfter(delay, response, port);
    if (afterwards != null) {
      fabric().after(delay + 2 * Fabric.HOP_NANOS, afterwards);
    }
  }

  private void sendAfter(long nanos, Packet response, int port) {
    if (nanos > 0) {
      fabric().after(nanos, response, deviations.get(port));
    } else {
      send(response, port);
    }
  }

  /// Responses and traps; of directed-route SMPs all returning ones (14.2.2.4).
  private static boolean isForManager(Packet packet) {
    long method = MadHeader.METHOD.get(packet.mad(), 0);
    boolean returns =
        MadHeader.MGMT_CLASS.get(packet.mad(), 0) == Smp.DIRECTED_ROUTE
            && Smp.DIRECTION.get(packet.mad(), 0) == 1;
    return returns || (method & Method.RESPONSE_BIT) != 0 || method == Method.TRAP;
  }

  private boolean isManagersOwn(Packet packet, int port) {
    return managersOwn != null
        && MadHeader.ATTRIBUTE_ID.get(packet.mad(), 0) == managersOwn.id()
        && ports.addressed(port).value(PortInfo.IS_SM) == 1;
  }

  @Override
  protected boolean hasLid(int lid, int port) {
    return isIn(LidRange.CONFORMING, lid, port);
  }

  @Override
  protected boolean accepts(int lid, int port) {
    return isIn(seams.lids.part(), lid, port);
  }

  private boolean isIn(LidRange range, int lid, int port) {
    Port addressed = ports.addressed(port);
    return range.accepts(
        lid, (int) addressed.value(PortInfo.LID), (int) addressed.value(PortInfo.LMC));
  }

  @Override
  protected boolean admits(Packet packet, int port) {
    boolean isExempt = !isSwitch() || (packet.destQp() != Gmp.QP && !enforcement.isForSmps());
    Port entered = port(port);
    if (isExempt || !enforcement.isOn(entered) || enforcement.isIn(partitions.keys(entered))) {
      return true;
    }
    entered.count(PortInfo.P_KEY_VIOLATIONS);
    traps.badPKey(packet, port);
    return false;
  }

  @Override
  protected boolean receivesData(int port) {
    return port(port).value(PortInfo.PORT_STATE) >= PortState.ARMED;
  }

  @Override
  protected boolean sendsData(int port) {
    return port(port).value(PortInfo.PORT_STATE) == PortState.ACTIVE;
  }

  @Override
  protected CountRule countRule() {
    return seams.performance.counting.part();
  }

  @Override
  protected void leaving(Packet packet) {
    seams.wire.part().accept(packet.mad());
  }

  @Override
  protected int relayPort(int lid) {
    return forwarding.port(lid);
  }

  @Override
  public int lid(int port) {
    return (int) ports.addressed(port).value(PortInfo.LID);
  }
}
