package org.ibassay.link.sa;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.ibassay.link.Clock;
import org.ibassay.link.MadLink;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.link.rmpp.RmppSender;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// A link in virtual time with an SA behind a bad line; the tester's own port answers SMPs.
final class FakeSa implements MadLink {
  static final int SM_LID = 7;
  static final Gid TESTER = new Gid(Gid.DEFAULT_PREFIX, 0x11);

  private static final long DELAY_NANOS = 10_000;

  private record Coming(long at, int order, boolean toTester, MemorySegment mad) {}

  private final PriorityQueue<Coming> coming =
      new PriorityQueue<>(Comparator.comparingLong(Coming::at).thenComparingInt(Coming::order));
  private final Map<Long, RmppSender> senders = new HashMap<>();
  private final double loss;
  private final Random random;
  private int order;
  private long now;

  /// Data of the answer to each GetTable.
  byte[] table = new byte[0];

  int smLid = SM_LID;
  int lastDlid;
  int lastQp;
  int requests;
  int segments;

  /// @param loss chance that a MAD is lost; as great is the chance that it comes twice
  FakeSa(double loss, Random random) {
    this.loss = loss;
    this.random = random;
  }

  @Override
  public Clock clock() {
    return () -> now;
  }

  @Override
  public boolean isSimulated() {
    return true;
  }

  @Override
  public void send(MemorySegment mad, int dlid, int destQp) {
    MemorySegment copy = MemorySegment.ofArray(mad.toArray(ValueLayout.JAVA_BYTE));
    if (destQp == 0) {
      ownPort(copy);
      return;
    }
    lastDlid = dlid;
    lastQp = destQp;
    travel(copy, false);
  }

  @Override
  public Arrival receive(MemorySegment into, long deadline) {
    while (true) {
      long alarm =
          senders.values().stream().mapToLong(RmppSender::deadline).min().orElse(Long.MAX_VALUE);
      Coming next = coming.peek();
      long at = Math.min(alarm, next == null ? Long.MAX_VALUE : next.at);
      if (at > deadline) {
        now = Math.max(now, deadline);
        return Arrival.NOTHING;
      }
      now = Math.max(now, at);
      if (next == null || next.at > alarm) {
        senders.values().forEach(sender -> answer(sender.expire(now)));
        continue;
      }
      coming.remove();
      if (next.toTester) {
        into.copyFrom(next.mad);
        return Arrival.MAD;
      }
      atSa(next.mad);
    }
  }

  @Override
  public int receivedBytes() {
    return Smp.BYTES_OF_MAD;
  }

  @Override
  public void close() {}

  private void ownPort(MemorySegment mad) {
    MadHeader.METHOD.set(mad, 0, Method.GET_RESP);
    NodeInfo.LOCAL_PORT_NUM.set(mad, Smp.DATA, 1);
    if (MadHeader.ATTRIBUTE_ID.get(mad, 0) == 0x11) {
      NodeInfo.PORT_GUID.set(mad, Smp.DATA, TESTER.guid());
    } else {
      PortInfo.GID_PREFIX.set(mad, Smp.DATA, TESTER.prefix());
      PortInfo.LID.set(mad, Smp.DATA, 5);
      PortInfo.MASTER_SM_LID.set(mad, Smp.DATA, smLid);
    }
    coming.add(new Coming(now, order++, true, mad));
  }

  private void atSa(MemorySegment mad) {
    long tid = MadHeader.TRANSACTION_ID.get(mad, 0);
    RmppSender sender = senders.get(tid);
    if (RmppHeader.ACTIVE.get(mad, 0) == 1) {
      if (sender != null) {
        answer(sender.accept(mad, now));
      }
      return;
    }
    requests++;
    int method = (int) MadHeader.METHOD.get(mad, 0);
    MadHeader.METHOD.set(mad, 0, SaMethod.response(method));
    if (method != SaMethod.GET_TABLE) {
      travel(mad, true);
    } else if (sender == null) {
      byte[] message = new byte[SaHeader.DATA + table.length];
      MemorySegment.copy(mad, 0, MemorySegment.ofArray(message), 0, SaHeader.DATA);
      System.arraycopy(table, 0, message, SaHeader.DATA, table.length);
      SaHeader.ATTRIBUTE_OFFSET.set(MemorySegment.ofArray(message), 0, 8);
      RmppLimits limits = new RmppLimits(5_000_000, 12, 4_000_000_000L, 1, 1);
      RmppSender started = new RmppSender(MemorySegment.ofArray(message), limits, now);
      senders.put(tid, started);
      answer(started.start());
    }
  }

  private void answer(List<MemorySegment> mads) {
    segments += mads.size();
    mads.forEach(mad -> travel(mad, true));
  }

  private void travel(MemorySegment mad, boolean toTester) {
    if (MadHeader.MGMT_CLASS.get(mad, 0) != Gmp.SUBNET_ADMINISTRATION) {
      throw new AssertionError("not a MAD of the SA class");
    }
    for (int copies = random.nextDouble() < loss ? 2 : 1; copies > 0; copies--) {
      if (random.nextDouble() >= loss) {
        long late = random.nextDouble() < loss ? random.nextInt(1_000_000) : 0;
        MemorySegment copy = MemorySegment.ofArray(mad.toArray(ValueLayout.JAVA_BYTE));
        coming.add(new Coming(now + DELAY_NANOS + late, order++, toTester, copy));
      }
    }
  }
}
