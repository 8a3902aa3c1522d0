package org.ibassay.device.sma;

import static org.ibassay.device.variant.SimParameter.TRAP_REPRESS;
import static org.ibassay.device.variant.SimParameter.TRAP_TIMES;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// The traps of a port, or of a switch: sent one after another, not faster than SubnetTimeOut
/// allows (14.2.5.6), each resent until it is repressed (13.4.9) or the retries are exhausted.
final class TrapQueue {
  private static final double SUBNET_TIME_OUT_UNIT = 4096; // in nanoseconds
  private static final int MOST = 16;
  private static final int BOTH = 0;
  private static final int TRANSACTION = 1;

  private final Node node;
  private final Port port;
  private final TrapRules rules;
  private final int times;
  private final int match;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private long quietUntil;
  private boolean isScheduled;
  private int issued;

  /// @param event the Notice as raised
  /// @param mad all 256 bytes as sent
  /// @param exit the egress port, unless a forwarding table has one
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  private record Pending(MemorySegment event, MemorySegment mad, int exit, int[] sent) {}

  /// @param port its PortInfo says whether and where traps are sent
  TrapQueue(Node node, Port port, TrapRules rules, Variant variant) {
    this.node = node;
    this.port = port;
    this.rules = rules;
    int usual = Integer.parseInt(TRAP_TIMES.words().get(variant.number(TRAP_TIMES)));
    this.times = rules.times(usual);
    this.match = variant.number(TRAP_REPRESS);
  }

  /// Sends a trap as soon as allowed. An event equal to a waiting one is not added again.
  ///
  /// @param notice 64 bytes
  void add(MemorySegment notice, int exit) {
    boolean isKnown = pending.stream().anyMatch(one -> one.event.mismatch(notice) < 0);
    if (!isSending() || isKnown || pending.size() == MOST) {
      return;
    }
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    header(mad);
    MemorySegment.copy(notice, 0, mad, Smp.DATA, Smp.DATA_BYTES);
    rules.edit(mad);
    pending.add(new Pending(notice, mad, exit, new int[1]));
    proceed();
  }

  /// Stops the trap that a TrapRepress identifies.
  ///
  /// @param repress all 256 bytes
  void repress(MemorySegment repress) {
    pending.removeIf(one -> rules.stops(repress, one.mad, isMeant(repress, one.mad)));
  }

  private boolean isMeant(MemorySegment repress, MemorySegment trap) {
    boolean isTransaction =
        MadHeader.TRANSACTION_ID.get(repress, 0) == MadHeader.TRANSACTION_ID.get(trap, 0);
    boolean isNotice =
        repress.asSlice(Smp.DATA, Smp.DATA_BYTES).mismatch(trap.asSlice(Smp.DATA, Smp.DATA_BYTES))
            < 0;
    return switch (match) {
      case BOTH -> isTransaction && isNotice;
      case TRANSACTION -> isTransaction;
      default -> isNotice;
    };
  }

  private boolean isSending() {
    return rules.sends(port) && rules.isSetUp(port);
  }

  private void proceed() {
    while (!pending.isEmpty() && !isScheduled) {
      long wait = quietUntil - node.fabric().nanos();
      if (wait > 0) {
        isScheduled = true;
        node.fabric().after(wait, this::resume);
      } else if (isSending()) {
        send(pending.getFirst());
      } else {
        pending.clear();
      }
    }
  }

  private void resume() {
    isScheduled = false;
    proceed();
  }

  private void send(Pending first) {
    int before = first.sent[0]++;
    if (first.sent[0] >= times) {
      pending.removeFirst();
    }
    int timeOut = (int) port.value(PortInfo.SUBNET_TIME_OUT);
    quietUntil =
        node.fabric().nanos() + rules.interval((long) Math.scalb(SUBNET_TIME_OUT_UNIT, timeOut));
    Packet trap = node.fabric().packet();
    MemorySegment.copy(first.mad, 0, trap.mad(), 0, Smp.BYTES_OF_MAD);
    if (before > 0) {
      rules.editRepeated(trap.mad(), before);
    }
    trap.address((int) port.value(PortInfo.LID), rules.destination(port), 0);
    node.send(trap, first.exit);
  }

  /// The M_Key of a trap is 0 (o14-1).
  private void header(MemorySegment mad) {
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.LID_ROUTED);
    MadHeader.CLASS_VERSION.set(mad, 0, Smp.CLASS_VERSION);
    MadHeader.METHOD.set(mad, 0, Method.TRAP);
    MadHeader.TRANSACTION_ID.set(mad, 0, ++issued);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, Attribute.NOTICE.id());
  }
}
