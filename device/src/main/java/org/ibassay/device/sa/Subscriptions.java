package org.ibassay.device.sa;

import static org.ibassay.wire.sa.InformInfo.ATTRIBUTE;
import static org.ibassay.wire.sa.InformInfo.GID_FIELD;
import static org.ibassay.wire.sa.InformInfo.QPN;
import static org.ibassay.wire.sa.InformInfo.SUBSCRIBE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.device.sm.EndPort;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.InformInfoRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaStatus;

/// InformInfo (13.4.8.3) and InformInfoRecord (15.2.5.12): subscriptions. A requester sees those of
/// the ports with which it shares a partition.
final class Subscriptions implements RecordService {
  private static final Gid NONE = new Gid(0, 0);

  private final ReportRules rules;
  private final List<Subscription> all = new ArrayList<>();

  Subscriptions(ReportRules rules) {
    this.rules = rules;
  }

  /// @param info the attribute as it was set, with the queue pair of the requester
  record Subscription(EndPort subscriber, MemorySegment info) {}

  /// Returns the subscriptions that match a notice.
  List<Subscription> to(MemorySegment notice) {
    return all.stream().filter(one -> rules.isFor(one.info(), notice)).toList();
  }

  @Override
  public SaAttribute attribute() {
    return ATTRIBUTE;
  }

  /// InformInfo supports only Set (15.2.5).
  @Override
  public RecordAnswer find(SaCall call) {
    return RecordAnswer.UNSUPPORTED;
  }

  @Override
  public boolean hasTables() {
    return false;
  }

  /// A rejected request is answered with Subscribe 0.
  @Override
  public RecordAnswer set(SaCall call) {
    MemorySegment info =
        NodeRecords.empty(ATTRIBUTE)
            .copyFrom(call.mad().asSlice(SaHeader.DATA, ATTRIBUTE.layout().bytes()));
    int subscribe = (int) SUBSCRIBE.get(info, 0);
    List<Subscription> present =
        all.stream()
            .filter(one -> one.subscriber().guid() == call.requester().guid())
            .filter(one -> rules.isSame(one.info(), info))
            .filter(one -> subscribe != 0 || rules.isOfQp(one.info(), info))
            .toList();
    if (!rules.isLegal(subscribe)
        || (subscribe != 0 && !isKnown(call, info))
        || (subscribe != 0 && rules.needsTrust(info) && !call.isTrusted())
        || (subscribe == 0 && present.isEmpty() && rules.refusesUnknown())) {
      SUBSCRIBE.set(info, 0, 0);
      return new RecordAnswer(SaStatus.inStatus(SaStatus.REQ_INVALID), List.of(info));
    }
    if (subscribe == 0) {
      if (rules.forgets()) {
        all.removeAll(present);
      }
    } else if (rules.keeps(info)) {
      if (rules.keepsOnce(info)) {
        all.removeAll(present);
      }
      all.add(new Subscription(call.requester(), kept(info)));
    }
    return RecordAnswer.of(List.of(info));
  }

  private boolean isKnown(SaCall call, MemorySegment info) {
    Gid gid = Gid.get(GID_FIELD, info, 0);
    return gid.equals(NONE) || !rules.needsKnownPort() || call.subnet().byGid(gid).isPresent();
  }

  private static MemorySegment kept(MemorySegment info) {
    MemorySegment kept = NodeRecords.empty(ATTRIBUTE).copyFrom(info);
    QPN.set(kept, 0, Gmp.QP);
    return kept;
  }

  /// Returns the service of the subscriptions' records.
  RecordService records() {
    return new PlainRecords(
        InformInfoRecord.ATTRIBUTE,
        List.of(),
        call ->
            all.stream()
                .filter(one -> one.subscriber().sharedKey(call.requester()).isPresent())
                .map(one -> record(one, rules.showsQpn(call.isTrusted())))
                .toList());
  }

  private static MemorySegment record(Subscription one, boolean hasQpn) {
    MemorySegment record = NodeRecords.empty(InformInfoRecord.ATTRIBUTE);
    one.subscriber().gid().set(InformInfoRecord.SUBSCRIBER_GID, record, 0);
    record
        .asSlice(InformInfoRecord.INFORM_INFO.byteOffset(), InformInfo.ATTRIBUTE.layout().bytes())
        .copyFrom(one.info());
    if (!hasQpn) {
      InformInfoRecord.INFORM_INFO.of(QPN).set(record, 0, 0);
    }
    return record;
  }
}
