package org.ibassay.device.rc;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.ibassay.device.rc.WindowSeams.BindFault;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Operation;
import org.jspecify.annotations.Nullable;

/// Binds and invalidates, of a QP's send queue and of its peer (10.6.7.2). They are executed as
/// soon as they are posted: no test has other requests under way then.
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

  /// @param to part of a region, with what peers may do there
  /// @return the window's next R_Key
  int bind(long id, Window window, Grant to) {
    int next = window.nextKey();
    if (isWrong(window, to)) {
      qp.complete(Queue.SEND, id, Status.MW_BIND_ERR, 0);
      qp.fail();
      return next;
    }
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
    qp.complete(Queue.SEND, id, Status.SUCCESS, 0);
    return next;
  }

  private boolean isWrong(Window window, Grant to) {
    Region region = to.region();
    AccessRights rights = to.rights();
    boolean writes = rights.remoteWrite() || rights.remoteAtomic();
    return fails(
            BindFault.NOT_FREE,
            () -> !window.isOfType1() && (window.grant() != null || to.length() == 0))
        || (to.length() != 0
            && (fails(BindFault.OTHER_DOMAIN, region::isElsewhere)
                || fails(BindFault.NO_WINDOWS, () -> !region.rights().windows())
                || fails(
                    BindFault.READ_ONLY_REGION, () -> writes && !region.rights().localWrite())
                || fails(
                    BindFault.OUT_OF_RANGE, () -> !region.contains(to.from(), to.length()))));
  }

  private boolean fails(BindFault fault, BooleanSupplier wrong) {
    return wrong.getAsBoolean() && seams.noticing.part().test(fault);
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

  /// Whether a peer's SEND may name an R_Key: that of a bound window of type 2, of this QP.
  boolean mayInvalidate(int rkey, Operation send) {
    return bound(rkey) != null || !seams.refusesKey.part().test(send);
  }

  private @Nullable Window bound(int rkey) {
    Window window = windows().withKey(rkey);
    Grant grant = window == null ? null : window.grant();
    return grant == null || window.isOfType1() || grant.isForeignTo(qp.qpn()) ? null : window;
  }

  /// Executes what a SEND of the peer asks for.
  ///
  /// @return the R_Key that its receive reports
  @Nullable Integer invalidate(int rkey, Operation send) {
    Window window = bound(seams.invalidated.part().applyAsInt(rkey));
    if (window != null && seams.invalidates.part().test(send)) {
      window.unbind();
    }
    return seams.reports.part().test(send) ? seams.reported.part().applyAsInt(rkey) : null;
  }
}
