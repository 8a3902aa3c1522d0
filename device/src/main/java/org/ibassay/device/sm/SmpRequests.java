package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// The requests of a subnet manager, all by directed route: sends them, and passes each response to
/// its requester.
final class SmpRequests {
  /// A simulated fabric loses nothing, so requests are not retried; and waiting takes no real time.
  private static final long PATIENCE_NANOS = 100_000_000_000L;

  /// Another subnet manager may have ended.
  private static final long MANAGER_PATIENCE_NANOS = 1_000_000_000L;

  private final Node node;
  private final Fabric fabric;
  private final int port;
  private final Map<Long, Consumer<MemorySegment>> waiting = new HashMap<>();
  private Runnable whenQuiet = () -> {};
  private long sent;

  /// @param port the port that sends them
  SmpRequests(Node node, int port) {
    this.node = node;
    this.fabric = node.fabric();
    this.port = port;
  }

  /// The number of requests sent so far.
  long sent() {
    return sent;
  }

  /// Sends a SubnGet.
  ///
  /// @param route egress ports, starting at the subnet manager's node
  /// @param then called with the attribute, 64 bytes; not called after an error response or a
  ///   timeout
  void get(List<Integer> route, Attribute attribute, int modifier, Consumer<MemorySegment> then) {
    Packet packet = packet(Method.GET, route, attribute, modifier);
    ask(packet, then);
  }

  /// Sends a SubnSet.
  ///
  /// @param data the attribute
  void set(
      List<Integer> route,
      Attribute attribute,
      int modifier,
      MemorySegment data,
      Consumer<MemorySegment> then) {
    Packet packet = packet(Method.SET, route, attribute, modifier);
    MemorySegment.copy(data, 0, packet.mad(), Smp.DATA, data.byteSize());
    ask(packet, then);
  }

  /// Represses a trap.
  ///
  /// @param trap all 256 bytes
  /// @param lid its source LID
  /// @param edit has the last word on all 256 bytes
  void repress(MemorySegment trap, int lid, Consumer<MemorySegment> edit) {
    Packet packet = fabric.packet();
    packet.mad().copyFrom(trap.asSlice(0, packet.mad().byteSize()));
    MadHeader.METHOD.set(packet.mad(), 0, Method.TRAP_REPRESS);
    edit.accept(packet.mad());
    packet.address(node.lid(port), lid, 0);
    sent++;
    node.send(packet, port);
  }

  /// Runs an action as soon as no request is outstanding.
  void whenQuiet(Runnable action) {
    whenQuiet = action;
    settle();
  }

  /// Drops all outstanding requests.
  void forget() {
    waiting.clear();
    whenQuiet = () -> {};
  }

  /// Handles a MAD received for the subnet manager, and releases it.
  void accept(Packet packet) {
    MemorySegment mad = packet.mad();
    boolean isAnswer = MadHeader.METHOD.get(mad, 0) == Method.GET_RESP;
    Consumer<MemorySegment> asker =
        isAnswer ? waiting.remove(MadHeader.TRANSACTION_ID.get(mad, 0)) : null;
    if (asker != null) {
      if (MadStatus.CODE.get(mad, 0) == MadStatus.OK) {
        asker.accept(MemorySegment.ofArray(new byte[Smp.DATA_BYTES]).copyFrom(data(mad)));
      }
      settle();
    }
    fabric.release(packet);
  }

  private void ask(Packet packet, Consumer<MemorySegment> then) {
    long transaction = ++sent;
    MadHeader.TRANSACTION_ID.set(packet.mad(), 0, transaction);
    waiting.put(transaction, then);
    boolean isOfManager = MadHeader.ATTRIBUTE_ID.get(packet.mad(), 0) == Attribute.SM_INFO.id();
    fabric.after(
        isOfManager ? MANAGER_PATIENCE_NANOS : PATIENCE_NANOS,
        () -> {
          if (waiting.remove(transaction) != null) {
            settle();
          }
        });
    node.send(packet, port);
  }

  private void settle() {
    if (waiting.isEmpty()) {
      Runnable next = whenQuiet;
      whenQuiet = () -> {};
      next.run();
    }
  }

  private Packet packet(int method, List<Integer> route, Attribute attribute, int modifier) {
    Packet packet = fabric.packet();
    MemorySegment mad = packet.mad().fill((byte) 0);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.DIRECTED_ROUTE);
    MadHeader.CLASS_VERSION.set(mad, 0, Smp.CLASS_VERSION);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute.id());
    MadHeader.ATTRIBUTE_MODIFIER.set(mad, 0, modifier);
    Smp.HOP_COUNT.set(mad, 0, route.size());
    for (int hop = 0; hop < route.size(); hop++) {
      Smp.INITIAL_PATH.set(mad, 0, hop + 1, route.get(hop));
    }
    Smp.DR_SLID.set(mad, 0, Smp.PERMISSIVE_LID);
    Smp.DR_DLID.set(mad, 0, Smp.PERMISSIVE_LID);
    packet.address(Smp.PERMISSIVE_LID, Smp.PERMISSIVE_LID, 0);
    return packet;
  }

  private static MemorySegment data(MemorySegment mad) {
    return mad.asSlice(Smp.DATA, Smp.DATA_BYTES);
  }
}
