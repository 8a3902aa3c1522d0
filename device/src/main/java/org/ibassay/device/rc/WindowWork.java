package org.ibassay.device.rc;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.ibassay.device.rc.WindowSeams.BindFault;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Ieth;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// Binds and invalidates, by a QP's send queue and by its peer (10.6.7.2). They are executed as
/// soon as they are posted: no test has other requests outstanding then.
final class WindowWork {
  private final QueuePair qp;
  private final WindowSeams seams;

  WindowWork(QueuePair qp) {
    this.qp = qp;
    this.seams = qp.seams().windows;
  }

  private Windows windows() {
    return qp.memory().windows();
  }

  /// @param to part of a region, with the peers' rights
  /// @return the window's next R_Key
  int bind(long id, Window window, Grant to) {
    int next = window.nextKey();
    BindFault fault = fault(window, to);
    if (fault == null || seams.bindsAnyway.part().test(fault)) {
      execute(window, next, to);
    }
    qp.complete(Queue.SEND, id, fault == null ? Status.SUCCESS : Status.MW_BIND_ERR, 0);
    if (fault != null) {
      qp.fail();
    }
    return next;
  }

  private void execute(Window window, int next, Grant to) {
    Grant before = window.grant();
    if (before != null && !seams.forgetsKey.part().test(before.rights())) {
      windows().keep(window.rkey(), before);
    }
    Grant bound =
        new Grant(
            to.region(),
            seams.start.part().applyAsLong(to.from()),
            seams.length.part().applyAsLong(to.length()),
            seams.rights.part().apply(to.rights()),
            window.isOfType1() ? 0 : qp.qpn(),
            true);
    window.bind(next, to.length() == 0 ? null : bound);
  }

  private @Nullable BindFault fault(Window window, Grant to) {
    Region region = to.region();
    AccessRights rights = to.rights();
    boolean isNothing = to.length() == 0;
    Map<BindFault, Boolean> found = new EnumMap<>(BindFault.class);
    found.put(BindFault.NOT_FREE, !window.isOfType1() && (window.grant() != null || isNothing));
    found.put(BindFault.OTHER_DOMAIN, !isNothing && region.isElsewhere());
    found.put(BindFault.NO_WINDOWS, !isNothing && !region.rights().windows());
    found.put(
        BindFault.READ_ONLY_REGION,
        !isNothing && rights.remoteWrite() && !region.rights().localWrite());
    found.put(
        BindFault.ATOMIC_IN_READ_ONLY_REGION,
        !isNothing && rights.remoteAtomic() && !region.rights().localWrite());
    found.put(BindFault.OUT_OF_RANGE, !isNothing && !region.contains(to.from(), to.length()));
    return found.entrySet().stream()
        .filter(Map.Entry::getValue)
        .map(Map.Entry::getKey)
        .filter(fault -> seams.noticing.part().test(fault))
        .findFirst()
        .orElse(null);
  }

  void invalidateLocally(long id, int rkey) {
    Window window = bound(rkey);
    if (window == null) {
      qp.complete(Queue.SEND, id, Status.MW_BIND_ERR, 0);
      qp.fail();
      return;
    }
    if (seams.invalidatesLocally.part().test(Objects.requireNonNull(window.grant()).rights())) {
      window.unbind();
    }
    qp.complete(Queue.SEND, id, Status.SUCCESS, 0);
  }

  /// Whether a peer's SEND may invalidate an R_Key: that of a window of type 2 bound to this QP.
  boolean mayInvalidate(int rkey, Operation send) {
    boolean may = bound(rkey) != null;
    if (!may && seams.invalidatesAny.part().test(send)) {
      qp.memory().forget(rkey);
    }
    return may || !seams.refusesKey.part().test(send);
  }

  private @Nullable Window bound(int rkey) {
    Window window = windows().withKey(rkey);
    if (window == null || window.isOfType1()) {
      return null;
    }
    Grant grant = window.grant();
    return grant == null || grant.isForeignTo(qp.qpn()) ? null : window;
  }

  /// Executes the invalidation of a peer's SEND.
  ///
  /// @return the R_Key that its receive reports
  @Nullable Integer invalidate(int rkey, Operation send) {
    Window window = bound(seams.invalidated.part().applyAsInt(rkey));
    if (window != null && seams.invalidates.part().test(send)) {
      window.unbind();
    }
    return seams.reports.part().test(send) ? seams.reported.part().applyAsInt(rkey) : null;
  }

  /// Passes over a request that is not executed.
  void passOver(TransportPacket request, WindowSeams.Unexecuted why) {
    if (request.has(Header.IETH) && seams.invalidatesUnexecuted.part().test(why)) {
      Window window = bound((int) request.get(Header.IETH, Ieth.R_KEY));
      if (window != null) {
        window.unbind();
      }
    }
  }
}
