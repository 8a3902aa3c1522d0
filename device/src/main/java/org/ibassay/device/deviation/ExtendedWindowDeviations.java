package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.ExtendedFamily.accepts;
import static org.ibassay.device.deviation.ExtendedFamily.refuses;
import static org.ibassay.device.deviation.ExtendedFamily.survives;
import static org.ibassay.device.deviation.ExtendedFamily.windows;
import static org.ibassay.device.deviation.RcEdits.is;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.device.rc.WindowSeams.BindFault;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Syndrome.Nak;

/// Deviations of memory windows, and of protection domains.
final class ExtendedWindowDeviations {
  private ExtendedWindowDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        accepts(
            "window-range-not-checked",
            "what leaves a memory window, but not its region",
            ResponderFault.OUT_OF_WINDOW,
            _ -> true),
        accepts(
            "window-range-of-read-not-checked",
            "a READ that leaves a memory window",
            ResponderFault.OUT_OF_WINDOW,
            packet -> is(packet, Operation.RDMA_READ_REQ::equals)),
        accepts(
            "window-range-of-atomic-not-checked",
            "an atomic outside of a memory window",
            ResponderFault.OUT_OF_WINDOW,
            packet -> is(packet, Operation::isAtomic)),
        starts("window-a-byte-early", "a byte early", address -> address - 1),
        starts("window-a-byte-late", "a byte late", address -> address + 1),
        lengths("window-a-byte-long", "one byte longer", bytes -> bytes + 1),
        lengths("window-of-a-byte", "one byte long", _ -> 1),
        accepts(
            "window-rights-not-checked",
            "what a memory window was not bound for",
            ResponderFault.FORBIDDEN_IN_WINDOW,
            _ -> true),
        rights("window-always-written", "written to", one -> one.withRemoteWrite(true)),
        rights("window-always-read", "read", one -> one.withRemoteRead(true)),
        rights("window-always-atomic", "used by atomics", one -> one.withRemoteAtomic(true)),
        rights("window-never-written", "read alone", one -> one.withRemoteWrite(false)),
        rights("window-never-read", "written alone", one -> one.withRemoteRead(false)),
        accepts(
            "window-for-all-qps",
            "requests on any connection for a window of type 2",
            ResponderFault.WINDOW_OF_OTHER_QP,
            _ -> true),
        windows(
            "window-keeps-r-key",
            "keeps a memory window's old R_Key valid after it is rebound",
            seams -> seams.forgetsKey.deviate(_ -> _ -> false)),
        windows(
            "local-invalidate-ignored",
            "does not execute a local invalidate, and reports success",
            seams -> seams.invalidatesLocally.deviate(_ -> _ -> false)),
        binds("bind-bound-window", "binds a window of type 2 that is bound", BindFault.NOT_FREE),
        binds(
            "bind-other-domain",
            "binds a window to a region of another protection domain",
            BindFault.OTHER_DOMAIN),
        binds(
            "bind-without-right",
            "binds a window to a region without the right for that",
            BindFault.NO_WINDOWS),
        binds(
            "bind-read-only-region",
            "allows remote writes through a window to a region without that right",
            BindFault.READ_ONLY_REGION),
        binds(
            "bind-atomic-read-only-region",
            "allows atomics through a window to a region without local write access",
            BindFault.ATOMIC_IN_READ_ONLY_REGION),
        binds(
            "bind-out-of-range", "binds a window to more than the region", BindFault.OUT_OF_RANGE),
        windows(
            "bind-with-error-executed",
            "executes a bind that it completes with an error",
            seams -> seams.bindsAnyway.deviate(_ -> fault -> fault == BindFault.NO_WINDOWS)),
        refuses(
            "window-refused-as-invalid",
            "what leaves a memory window",
            ResponderFault.OUT_OF_WINDOW,
            Nak.INVALID_REQUEST),
        refuses(
            "window-right-refused-as-invalid",
            "what a memory window was not bound for",
            ResponderFault.FORBIDDEN_IN_WINDOW,
            Nak.INVALID_REQUEST),
        survives(
            "window-left-survived",
            "a request leaves a memory window",
            ResponderFault.OUT_OF_WINDOW),
        accepts(
            "other-domain-open",
            "requests for a region of another protection domain",
            ResponderFault.OTHER_DOMAIN,
            _ -> true),
        accepts(
            "other-domain-read",
            "READs of a region of another protection domain",
            ResponderFault.OTHER_DOMAIN,
            packet -> is(packet, Operation.RDMA_READ_REQ::equals)),
        accepts(
            "other-domain-atomics",
            "atomics in a region of another protection domain",
            ResponderFault.OTHER_DOMAIN,
            packet -> is(packet, Operation::isAtomic)),
        refuses(
            "other-domain-refused-as-invalid",
            "requests for a region of another protection domain",
            ResponderFault.OTHER_DOMAIN,
            Nak.INVALID_REQUEST),
        survives(
            "other-domain-survived",
            "a request names a region of another protection domain",
            ResponderFault.OTHER_DOMAIN));
  }

  private static DeviationSpec starts(String name, String text, LongUnaryOperator wrong) {
    return windows(
        name, "starts a memory window " + text, seams -> seams.start.deviate(_ -> wrong));
  }

  private static DeviationSpec lengths(String name, String text, LongUnaryOperator wrong) {
    return windows(
        name, "makes a memory window " + text, seams -> seams.length.deviate(_ -> wrong));
  }

  private static DeviationSpec rights(String name, String text, UnaryOperator<AccessRights> wrong) {
    return windows(
        name,
        "allows a memory window always to be " + text,
        seams -> seams.rights.deviate(_ -> wrong));
  }

  private static DeviationSpec binds(String name, String text, BindFault fault) {
    return windows(
        name,
        text,
        seams -> seams.noticing.deviate(under -> found -> found != fault && under.test(found)));
  }
}
