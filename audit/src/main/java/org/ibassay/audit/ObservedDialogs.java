package org.ibassay.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.audit.ObservedDialog.Sent;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ServiceIdResReq;
import org.jspecify.annotations.Nullable;

/// The connections whose messages were seen, by their identifiers. Each id belongs to its sender,
/// so the two hosts are part of the key.
final class ObservedDialogs {
  private final Map<Name, ObservedDialog> byId = new HashMap<>();
  private final Map<Name, ObservedDialog> byTid = new HashMap<>();
  private final Map<Name, ObservedDialog> ending = new LinkedHashMap<>();
  private final Map<Name, Sent> services = new LinkedHashMap<>();
  private final Map<Name, Sent> servicesByTid = new HashMap<>();
  private final Set<Name> named = new HashSet<>();
  private final Set<Name> dropped = new HashSet<>();

  /// An id and the host that assigned it.
  private record Name(FlowKey from, long id) {}

  /// Compares references.
  @SuppressWarnings("ReferenceEquality")
  static boolean isSame(@Nullable ObservedDialog one, @Nullable ObservedDialog other) {
    return one != null && one == other;
  }

  /// Returns the dialog with a Communication ID of a host.
  @Nullable ObservedDialog of(FlowKey from, long id) {
    return byId.get(new Name(from, id));
  }

  /// Returns the dialog that has both Communication IDs of a message.
  @Nullable ObservedDialog between(CmCase one) {
    long local = one.message().get(CmMessage.LOCAL_ID);
    long remote = one.message().get(CmMessage.REMOTE_ID);
    for (ObservedDialog found : Arrays.asList(of(one.from(), local), of(one.to(), remote))) {
      if (found != null && found.has(one.from(), local) && found.has(one.to(), remote)) {
        return found;
      }
    }
    return null;
  }

  /// Returns the dialog of a REQ with a Communication ID of a host.
  @Nullable ObservedDialog asked(FlowKey from, long id) {
    ObservedDialog found = of(from, id);
    return found != null && found.req != null && found.isActive(from) ? found : null;
  }

  void put(FlowKey from, long id, ObservedDialog dialog) {
    byId.put(new Name(from, id), dialog);
  }

  /// Begins a dialog whose first message seen is DREQ.
  ObservedDialog begin(CmCase one, long local, long remote) {
    ObservedDialog made = new ObservedDialog(one.from());
    byId.putIfAbsent(new Name(one.from(), local), made); // the message may be late
    byId.putIfAbsent(new Name(one.to(), remote), made);
    return made;
  }

  /// Records a message that its receiver has to drop.
  void drop(CmCase one) {
    dropped.add(new Name(one.from(), one.tid()));
  }

  /// Whether a message answers one of those.
  boolean wasDropped(CmCase answer) {
    return dropped.contains(new Name(answer.to(), answer.tid()));
  }

  /// Returns the dialog of a REQ with a TransactionID, until it is answered.
  @Nullable ObservedDialog unanswered(FlowKey from, long tid) {
    ObservedDialog found = byTid.get(new Name(from, tid));
    return found != null && found.rep == null && found.rej == null ? found : null;
  }

  /// Whether a TransactionID is that of another REQ.
  boolean isOfAnother(FlowKey from, long tid, ObservedDialog dialog) {
    ObservedDialog found = byTid.get(new Name(from, tid));
    return found != null && !isSame(found, dialog);
  }

  /// Records the TransactionID of a REQ; two REQs with the same TransactionID cannot be
  /// distinguished by it.
  void unanswered(FlowKey from, long tid, ObservedDialog dialog) {
    byTid.put(new Name(from, tid), dialog);
  }

  /// Returns the dialog whose REP an RTU answers, by the id in REP.
  @Nullable ObservedDialog accepted(CmCase rtu) {
    named.add(new Name(rtu.from(), rtu.message().get(CmMessage.REMOTE_ID)));
    ObservedDialog found = of(rtu.to(), rtu.message().get(CmMessage.REMOTE_ID));
    boolean isIts =
        found != null && found.rtu == null && found.req != null && found.req.hasTid(rtu.message());
    return isIts ? found : null;
  }

  /// Returns the dialog whose REP an RTU answers, by TransactionID.
  @Nullable ObservedDialog unreadied(CmCase rtu) {
    ObservedDialog found = byTid.get(new Name(rtu.from(), rtu.tid()));
    return found != null && found.rep != null && found.rtu == null ? found : null;
  }

  /// Whether the receiver of a DREP has used its sender's id in an RTU.
  boolean wasNamed(CmCase drep) {
    return named.contains(new Name(drep.to(), drep.message().get(CmMessage.LOCAL_ID)));
  }

  /// Returns the dialog of a DREQ with a TransactionID.
  @Nullable ObservedDialog unended(FlowKey from, long tid) {
    ObservedDialog found = ending.get(new Name(from, tid));
    Sent dreq = found == null ? null : found.dreq(from);
    return dreq != null && dreq.answeredNanos == 0 && dreq.tid() == tid ? found : null;
  }

  void unended(CmCase dreq, ObservedDialog dialog) {
    ending.put(new Name(dreq.from(), dreq.tid()), dialog);
    ignorable(dreq);
  }

  /// Records a DREQ for another QP than that of its connection, which its receiver may ignore or
  /// answer.
  void ignorable(CmCase dreq) {
    named.add(new Name(dreq.from(), both(dreq.message(), false)));
  }

  /// Whether a DREQ had the ids of a DREP, exchanged.
  boolean wasEnded(CmCase drep) {
    return named.contains(new Name(drep.to(), both(drep.message(), true)));
  }

  private static long both(CmMessage message, boolean turned) {
    long local = message.get(CmMessage.LOCAL_ID);
    long remote = message.get(CmMessage.REMOTE_ID);
    return turned ? remote << 32 | local : local << 32 | remote;
  }

  /// All DREQs.
  List<Sent> dreqs() {
    List<Sent> all = new ArrayList<>();
    ending.forEach((name, dialog) -> {
      Sent dreq = dialog.dreq(name.from());
      if (dreq != null) {
        all.add(dreq);
      }
    });
    return all;
  }

  void service(FlowKey from, Sent request) {
    Name name = new Name(from, request.message.get(ServiceIdResReq.REQUEST_ID));
    Sent before = services.get(name);
    if (before == null || before.tid() != request.tid()) {
      services.put(name, request);
      servicesByTid.put(new Name(from, request.tid()), request);
    }
  }

  @Nullable Sent service(FlowKey from, long id) {
    return services.get(new Name(from, id));
  }

  @Nullable Sent serviceByTid(FlowKey from, long tid) {
    Sent found = servicesByTid.get(new Name(from, tid));
    return found != null && found.answeredNanos == 0 ? found : null;
  }

  /// All SIDR_REQs.
  Collection<Sent> services() {
    return services.values();
  }
}
