package org.ibassay.device.sa;

import static org.ibassay.wire.sa.McMemberRecord.MGID;
import static org.ibassay.wire.sa.McMemberRecord.P_KEY;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.sa.Subscriptions.Subscription;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.Subnet;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaNotice;
import org.jspecify.annotations.Nullable;

/// Reports events to subscribers by Report(Notice): GIDs in and out of service, multicast groups
/// created and deleted (13.4.11, 14.2.5.1). A Report is resent until it is answered or the retries
/// are exhausted.
final class Reports {
  private static final long INTERVAL_NANOS = 400_000_000L;
  private static final int SUBNET_MANAGEMENT = 3;
  private static final int CLASS_MANAGER = 4;
  private static final int IN_SERVICE = 64;
  private static final int OUT_OF_SERVICE = 65;
  private static final long FIRST_TRANSACTION = 0x5A00_0000L;
  private static final Field GID_ADDR =
      NoticeDetails.of(IN_SERVICE).orElseThrow().fields().getFirst();

  private final Node node;
  private final Fabric fabric;
  private final int port;
  private final ReportRules rules;
  private final Subscriptions subscriptions;
  private final int tries;
  private final Set<Long> outstanding = new HashSet<>();
  private List<Gid> present = List.of();
  private @Nullable Subnet subnet;
  private long transaction = FIRST_TRANSACTION;

  /// @param port the port that sends Reports
  /// @param tries how often each is sent to a subscriber that does not answer it
  Reports(Node node, int port, ReportRules rules, Subscriptions subscriptions, int tries) {
    this.node = node;
    this.fabric = node.fabric();
    this.port = port;
    this.rules = rules;
    this.subscriptions = subscriptions;
    this.tries = rules.tries(tries);
  }

  /// Reports the GIDs that are in or out of service after a sweep.
  void swept(Subnet found) {
    boolean isFirst = subnet == null;
    subnet = found;
    List<Gid> now = found.ports().stream().map(EndPort::gid).distinct().toList();
    List<Gid> before = present;
    present = now;
    if (!isFirst) {
      Stream.concat(now.stream(), before.stream())
          .distinct()
          .forEach(gid -> {
            boolean isNew = !before.contains(gid);
            boolean isGone = !now.contains(gid);
            for (int trap : List.of(IN_SERVICE, OUT_OF_SERVICE)) {
              if (rules.isEvent(trap, gid, isNew, isGone)) {
                report(trap, gid, 0);
              }
            }
          });
    }
  }

  /// Reports that a multicast group was created or deleted.
  ///
  /// @param group its MCMemberRecord
  void group(MemorySegment group, int trap) {
    report(trap, Gid.get(MGID, group, 0), (int) P_KEY.get(group, 0));
  }

  /// Reports a trap of a port, with the GID of that port.
  ///
  /// @param trap its Notice
  /// @param lid its source LID
  void forward(MemorySegment trap, int lid) {
    Subnet known = subnet;
    int number = (int) Notice.TRAP_NUMBER_DEVICE_ID.get(trap, 0);
    if (known != null && rules.reports(number)) {
      MemorySegment notice = NodeRecords.empty(SaNotice.ATTRIBUTE);
      MemorySegment.copy(trap, 0, notice, 0, trap.byteSize());
      known.byLid(lid).ifPresent(issuer -> issuer.gid().set(SaNotice.ISSUER_GID, notice, 0));
      subscribers(known, notice).forEach(subscriber -> send(notice, subscriber));
    }
  }

  /// @param pKey of a partition that subscribers must be in; 0 for any
  private void report(int trap, Gid gid, int pKey) {
    Subnet known = subnet;
    if (known == null || !rules.reports(trap)) {
      return;
    }
    MemorySegment notice = notice(known.manager(), trap, gid);
    for (EndPort subscriber : subscribers(known, notice)) {
      if (pKey == 0 || subscriber.isIn(pKey)) {
        send(notice, subscriber);
      }
    }
  }

  private void send(MemorySegment notice, EndPort subscriber) {
    MemorySegment report = report(notice);
    rules.edit(report);
    outstanding.add(MadHeader.TRANSACTION_ID.get(report, 0));
    // The response to the request that caused it is sent first.
    int lid = subscriber.lid();
    fabric.after(Fabric.HOP_NANOS, () -> send(report, lid, 1));
  }

  private List<EndPort> subscribers(Subnet known, MemorySegment notice) {
    return rules.reportsAll()
        ? known.ports().stream().filter(end -> !end.equals(known.manager())).toList()
        : subscriptions.to(notice).stream().map(Subscription::subscriber).toList();
  }

  private static MemorySegment notice(EndPort manager, int trap, Gid gid) {
    MemorySegment notice = NodeRecords.empty(SaNotice.ATTRIBUTE);
    Notice.IS_GENERIC.set(notice, 0, 1);
    Notice.TYPE.set(notice, 0, SUBNET_MANAGEMENT);
    Notice.PRODUCER_TYPE_VENDOR_ID.set(notice, 0, CLASS_MANAGER);
    Notice.TRAP_NUMBER_DEVICE_ID.set(notice, 0, trap);
    Notice.ISSUER_LID.set(notice, 0, manager.lid());
    gid.set(GID_ADDR, notice, 0);
    manager.gid().set(SaNotice.ISSUER_GID, notice, 0);
    return notice;
  }

  private MemorySegment report(MemorySegment notice) {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Gmp.SUBNET_ADMINISTRATION);
    MadHeader.CLASS_VERSION.set(mad, 0, SaHeader.CLASS_VERSION);
    MadHeader.METHOD.set(mad, 0, SaMethod.REPORT);
    MadHeader.TRANSACTION_ID.set(mad, 0, ++transaction);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, SaNotice.ATTRIBUTE.id());
    MemorySegment.copy(notice, 0, mad, SaHeader.DATA, notice.byteSize());
    return mad;
  }

  /// @param attempt counted from 1
  private void send(MemorySegment report, int lid, int attempt) {
    Subnet known = subnet;
    boolean isWanted =
        !rules.heedsAnswers() || outstanding.contains(MadHeader.TRANSACTION_ID.get(report, 0));
    if (known == null || (!isWanted && attempt > 1)) {
      return;
    }
    if (attempt > tries) {
      outstanding.remove(MadHeader.TRANSACTION_ID.get(report, 0));
      return;
    }
    if (attempt > 1) {
      rules.editRepeated(report);
    }
    Packet packet = fabric.packet();
    MemorySegment.copy(report, 0, packet.mad(), 0, Smp.BYTES_OF_MAD);
    packet.bytes(Smp.BYTES_OF_MAD);
    packet.address(known.manager().lid(), lid, Gmp.QP);
    node.send(packet, port);
    fabric.after(INTERVAL_NANOS, () -> send(report, lid, attempt + 1));
  }

  /// Handles a ReportResp, which it releases.
  void answered(Packet packet) {
    outstanding.remove(MadHeader.TRANSACTION_ID.get(packet.mad(), 0));
    fabric.release(packet);
  }
}
