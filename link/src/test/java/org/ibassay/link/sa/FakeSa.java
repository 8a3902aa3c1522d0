package org.ibassay.link.sa;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.ibassay.link.mad.MadLink;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.link.rmpp.RmppSender;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.link.testing.ScriptedLink.Sent;
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

/// An SA at the other end of a bad line, on a link in virtual time; the tester's own port answers
/// SMPs.
final class FakeSa {
  static final int SM_LID = 7;
  static final Gid TESTER = new Gid(Gid.DEFAULT_PREFIX, 0x11);

  private static final long DELAY_NANOS = 10_000;

  private final ScriptedLink link = new ScriptedLink((_, sent) -> send(sent));
  private final Map<Long, RmppSender> senders = new HashMap<>();
  private final double loss;
  private final Random random;

  /// Data of the response to each GetTable.
  byte[] table = new byte[0];

  int smLid = SM_LID;
  int lastDlid;
  int lastQp;
  int requests;
  int segments;

  /// @param loss probability that a MAD is lost, and that it is duplicated
  FakeSa(double loss, Random random) {
    this.loss = loss;
    this.random = random;
  }

  /// The tester's end of the link.
  MadLink link() {
    return link;
  }

  private void send(Sent sent) {
    if (sent.destQp() == 0) {
      ownPort(sent.mad());
      return;
    }
    lastDlid = sent.dlid();
    lastQp = sent.destQp();
    travel(sent.mad(), this::atSa);
  }

  private long now() {
    return link.clock().nanos();
  }

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
    bring(mad);
  }

  private void atSa(MemorySegment mad) {
    long tid = MadHeader.TRANSACTION_ID.get(mad, 0);
    RmppSender sender = senders.get(tid);
    if (RmppHeader.ACTIVE.get(mad, 0) == 1) {
      if (sender != null) {
        answer(sender, sender.accept(mad, now()));
      }
      return;
    }
    requests++;
    int method = (int) MadHeader.METHOD.get(mad, 0);
    MadHeader.METHOD.set(mad, 0, SaMethod.response(method));
    if (method != SaMethod.GET_TABLE) {
      travel(mad, this::bring);
    } else if (sender == null) {
      byte[] message = new byte[SaHeader.DATA + table.length];
      MemorySegment.copy(mad, 0, MemorySegment.ofArray(message), 0, SaHeader.DATA);
      System.arraycopy(table, 0, message, SaHeader.DATA, table.length);
      SaHeader.ATTRIBUTE_OFFSET.set(MemorySegment.ofArray(message), 0, 8);
      RmppLimits limits = new RmppLimits(5_000_000, 12, 4_000_000_000L, 1, 1);
      RmppSender started = new RmppSender(MemorySegment.ofArray(message), limits, now());
      senders.put(tid, started);
      answer(started, started.start());
    }
  }

  private void answer(RmppSender sender, List<MemorySegment> mads) {
    segments += mads.size();
    mads.forEach(mad -> travel(mad, this::bring));
    if (sender.deadline() < Long.MAX_VALUE) {
      link.after(sender.deadline() - now(), () -> expire(sender));
    }
  }

  private void expire(RmppSender sender) {
    if (now() >= sender.deadline()) {
      answer(sender, sender.expire(now()));
    }
  }

  private void bring(MemorySegment mad) {
    link.bring(0, mad.toArray(ValueLayout.JAVA_BYTE));
  }

  private void travel(MemorySegment mad, Consumer<MemorySegment> arrives) {
    if (MadHeader.MGMT_CLASS.get(mad, 0) != Gmp.SUBNET_ADMINISTRATION) {
      throw new AssertionError("not a MAD of the SA class");
    }
    for (int copies = random.nextDouble() < loss ? 2 : 1; copies > 0; copies--) {
      if (random.nextDouble() >= loss) {
        long late = random.nextDouble() < loss ? random.nextInt(1_000_000) : 0;
        MemorySegment copy = MemorySegment.ofArray(mad.toArray(ValueLayout.JAVA_BYTE));
        link.after(DELAY_NANOS + late, () -> arrives.accept(copy));
      }
    }
  }
}
