package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.ExtendedFamily.accepts;
import static org.ibassay.device.deviation.ExtendedFamily.deviation;
import static org.ibassay.device.deviation.ExtendedFamily.refusing;
import static org.ibassay.device.deviation.ExtendedFamily.windows;
import static org.ibassay.device.deviation.RcEdits.is;

import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.RcSeams.RepeatAction;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.device.rc.WindowSeams.Unexecuted;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Feth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Ieth;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// Deviations in optional features of reliable connections: SEND with Invalidate, FLUSH, shared
/// receives, the state SQD.
final class ExtendedDeviations {
  private static final int SOME_KEY = 0x1BA5_0001;
  private static final int KEY_STEP = 0x100;

  private ExtendedDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        windows(
            "invalidate-ignored",
            "does not invalidate the R_Key that a SEND with Invalidate names",
            seams -> seams.invalidates.deviate(_ -> _ -> false)),
        windows(
            "invalidate-of-last-ignored",
            "does not invalidate what a SEND with Invalidate of several packets names",
            seams -> seams.invalidates.deviate(_ -> send -> send != Operation.SEND_LAST_INV)),
        windows(
            "invalidate-of-only-ignored",
            "does not invalidate what a SEND with Invalidate of one packet names",
            seams -> seams.invalidates.deviate(_ -> send -> send != Operation.SEND_ONLY_INV)),
        unexecuted("duplicate-invalidates", "that is a duplicate", Unexecuted.DUPLICATE),
        unexecuted("gap-invalidates", "that follows a missing packet", Unexecuted.AFTER_GAP),
        unexecuted("not-ready-invalidates", "that finds no receive", Unexecuted.NO_RECEIVE),
        windows(
            "next-window-invalidated",
            "invalidates the window after the one that a SEND with Invalidate names",
            seams -> seams.invalidated.deviate(_ -> rkey -> rkey + KEY_STEP)),
        windows(
            "invalidate-not-reported",
            "does not report the R_Key that a SEND with Invalidate names",
            seams -> seams.reports.deviate(_ -> _ -> false)),
        windows(
            "invalidate-of-last-not-reported",
            "does not report what a SEND with Invalidate of several packets names",
            seams -> seams.reports.deviate(_ -> send -> send != Operation.SEND_LAST_INV)),
        reported("invalidate-reported-backwards", "in the other byte order", Integer::reverseBytes),
        reported("invalidate-reported-without-key", "without its last 8 bits", key -> key & ~0xFF),
        deviation(
            "invalidate-always-reported",
            "reports an R_Key as invalidated with every SEND",
            ExtendedDeviations::reportAlways),
        windows(
            "wrong-invalidate-received",
            "receives a SEND that names an R_Key which cannot be invalidated",
            seams -> seams.refusesKey.deviate(_ -> _ -> false)),
        windows(
            "anything-invalidated",
            "invalidates regions and windows of type 1, too",
            seams -> seams.invalidatesAny.deviate(_ -> _ -> true)),
        sent(
            "sent-key-backwards",
            "with its R_Key in the other byte order",
            packet -> withKey(packet, Integer.reverseBytes((int) packet.get(Ieth.R_KEY)))),
        sent("sent-key-0", "with R_Key 0", packet -> withKey(packet, 0)),
        sent(
            "sent-key-the-same",
            "with the same R_Key each time",
            packet -> withKey(packet, SOME_KEY)),
        deviation(
            "sent-last-without-invalidate",
            "sends the last packet of a SEND with Invalidate without Invalidate",
            RcEdits.requests(
                packet -> packet.opCode() == OpCode.RC_SEND_LAST_INV,
                packet -> packet.withOpCode(OpCode.RC_SEND_LAST))),
        deviation(
            "sent-invalidate-completes-early",
            "completes a SEND with Invalidate as soon as it is sent",
            seams ->
                seams.completesWhenSent.deviate(under ->
                    request ->
                        request instanceof SendRequest.SendInvalidate || under.test(request))),
        deviation(
            "sent-invalidate-completes-late",
            "never completes a SEND with Invalidate",
            seams ->
                seams.again.reportsSuccess.deviate(under ->
                    request ->
                        !(request instanceof SendRequest.SendInvalidate) && under.test(request))),
        windows(
            "shared-newest-first",
            "uses the newest shared receive first",
            seams -> seams.nextShared.deviate(_ -> count -> count - 1)),
        windows(
            "shared-flushed",
            "flushes shared receives when a QP that uses them is in error",
            seams -> seams.flushesShared.deviate(_ -> _ -> true)),
        windows(
            "limit-not-reported",
            "raises no limit event for shared receives",
            seams -> seams.limitEvents.deviate(_ -> _ -> 0)),
        windows(
            "limit-reported-twice",
            "raises two limit events for shared receives",
            seams -> seams.limitEvents.deviate(under -> events -> under.applyAsInt(events) + 1)),
        windows(
            "limit-reported-early",
            "raises the limit event when the number of receives equals the limit",
            seams -> seams.belowLimit.deviate(_ -> (count, limit) -> count <= limit)),
        windows(
            "limit-reported-late",
            "raises the limit event one receive too late",
            seams -> seams.belowLimit.deviate(_ -> (count, limit) -> count < limit - 1)),
        windows(
            "drained-sends",
            "starts requests in the state SQD",
            seams -> seams.startsDrained.deviate(_ -> _ -> true)),
        windows(
            "drained-begins-after-response",
            "starts requests in the state SQD when nothing is outstanding",
            seams -> seams.startsDrained.deviate(_ -> depth -> depth == 1)),
        windows(
            "drained-ignores-responses",
            "ignores responses in the state SQD",
            seams ->
                seams.heedsDrained.deviate(
                    under -> operation -> !operation.isResponse() && under.test(operation))),
        windows(
            "drained-ignores-requests",
            "ignores the peer's requests in the state SQD",
            seams ->
                seams.heedsDrained.deviate(
                    under -> operation -> operation.isResponse() && under.test(operation))),
        windows(
            "drained-forgets",
            "discards requests posted in the state SQD",
            seams -> seams.keepsPosted.deviate(_ -> _ -> false)),
        windows(
            "drained-for-good",
            "does not go from SQD back to RTS",
            seams -> seams.resumes.deviate(_ -> _ -> false)),
        windows(
            "drained-not-reported",
            "reports RTS in the state SQD",
            seams ->
                seams.state.deviate(
                    under -> state -> state == State.SQD ? State.RTS : under.apply(state))),
        flushed(
            "flush-acknowledged",
            "with an acknowledge",
            packet -> packet.withOpCode(OpCode.RC_ACK)),
        flushed(
            "flush-response-with-data", "with 4 bytes", packet -> packet.withPayload(new byte[4])),
        deviation(
            "flush-not-counted",
            "does not count a FLUSH in the MSN",
            seams ->
                seams.msn.deviate(under ->
                    (msn, executed) ->
                        executed == Operation.FLUSH ? msn : under.after(msn, executed))),
        deviation(
            "flush-duplicate-ignored",
            "ignores a duplicate of a FLUSH",
            seams -> repeats(seams, RepeatAction.IGNORE)),
        deviation(
            "flush-duplicate-counted",
            "counts a duplicate of a FLUSH in the MSN",
            seams -> repeats(seams, RepeatAction.EXECUTE)),
        deviation(
            "flush-of-region-dropped",
            "drops a FLUSH of a whole region",
            seams ->
                seams.refusing.deviate(
                    under -> packet -> isOfRegion(packet) || under.test(packet))),
        accepts(
            "flush-right-not-checked",
            "a FLUSH of a region that forbids it",
            ResponderFault.FORBIDDEN_IN_REGION,
            ExtendedDeviations::isFlush),
        accepts(
            "flush-right-to-region-not-checked",
            "a FLUSH of a whole region that forbids it",
            ResponderFault.FORBIDDEN_IN_REGION,
            ExtendedDeviations::isOfRegion),
        accepts(
            "flush-range-not-checked",
            "a FLUSH that leaves its region",
            ResponderFault.OUT_OF_RANGE,
            ExtendedDeviations::isFlush),
        accepts(
            "empty-write-immediate-without-receive",
            "an RDMA WRITE of zero length with immediate data that has no receive",
            ResponderFault.NOT_READY,
            packet ->
                is(packet, Operation.RDMA_WRITE_ONLY_IMM::equals) && packet.payloadBytes() == 0),
        accepts(
            "last-immediate-beyond-receive",
            "a last packet with immediate data that does not fit into the receive",
            ResponderFault.RECEIVE_TOO_SMALL,
            packet -> is(packet, Operation.SEND_LAST_IMM::equals)),
        accepts(
            "only-immediate-beyond-mtu",
            "an only packet of a SEND with immediate data over the path MTU",
            ResponderFault.TOO_LONG_FOR_PATH,
            packet -> is(packet, Operation.SEND_ONLY_IMM::equals)),
        accepts(
            "last-immediate-of-other-message",
            "the last packet of a SEND with immediate data in an RDMA WRITE",
            ResponderFault.FIRST_MISSING,
            packet -> is(packet, Operation.SEND_LAST_IMM::equals)),
        accepts(
            "write-last-of-other-message",
            "the last packet of an RDMA WRITE in a SEND",
            ResponderFault.FIRST_MISSING,
            packet ->
                is(packet, Operation.RDMA_WRITE_LAST::equals)
                    || is(packet, Operation.RDMA_WRITE_LAST_IMM::equals)),
        accepts(
            "write-middle-not-full",
            "a middle packet of an RDMA WRITE that is not full",
            ResponderFault.NOT_FULL,
            packet -> is(packet, Operation.RDMA_WRITE_MIDDLE::equals)),
        accepts(
            "write-immediate-too-short",
            "less data than the length of an RDMA WRITE with immediate data",
            ResponderFault.DMA_LENGTH_NOT_REACHED,
            ExtendedDeviations::isWriteImmediate),
        accepts(
            "write-immediate-too-long",
            "more data than the length of an RDMA WRITE with immediate data",
            ResponderFault.DMA_LENGTH_EXCEEDED,
            ExtendedDeviations::isWriteImmediate),
        accepts(
            "write-first-range-not-checked",
            "a first packet of an RDMA WRITE whose later packets leave the region",
            ResponderFault.OUT_OF_RANGE,
            packet -> is(packet, Operation.RDMA_WRITE_FIRST::equals)),
        deviation(
            "flush-right-refused-as-invalid",
            "NAKs what a region forbids as an invalid request",
            refusing(ResponderFault.FORBIDDEN_IN_REGION, Nak.INVALID_REQUEST)));
  }

  // --- effects

  /// @param name without `extended.`
  private static DeviationSpec reported(String name, String how, IntUnaryOperator wrong) {
    return windows(
        name,
        "reports the R_Key of a SEND with Invalidate " + how,
        seams -> seams.reported.deviate(_ -> wrong));
  }

  private static void reportAlways(RcSeams seams) {
    seams.completions.deviate(under ->
        (queue, reported) ->
            under.of(queue, reported).stream()
                .map(one -> queue == Queue.RECEIVE ? withKey(one) : one)
                .toList());
  }

  private static Completion withKey(Completion reported) {
    Received right = reported.received();
    @Nullable Integer named = right.invalidated();
    Integer key = named == null ? Integer.valueOf(SOME_KEY) : named;
    return new Completion(
        reported.id(),
        reported.status(),
        reported.vendorError(),
        reported.bytes(),
        new Received(right.sourceQp(), right.hasGrh(), right.immediate(), key));
  }

  private static DeviationSpec sent(String name, String how, UnaryOperator<OutgoingPacket> edit) {
    return deviation(
        name,
        "sends a SEND with Invalidate " + how,
        RcEdits.requests(packet -> packet.opCode().headers().contains(Header.IETH), edit));
  }

  private static OutgoingPacket withKey(OutgoingPacket packet, int key) {
    return packet.with(Header.IETH, Ieth.R_KEY, Integer.toUnsignedLong(key));
  }

  private static void repeats(RcSeams seams, RepeatAction action) {
    seams.repeats.deviate(under ->
        (operation, age) -> operation == Operation.FLUSH ? action : under.of(operation, age));
  }

  private static boolean isFlush(TransportPacket packet) {
    return is(packet, Operation.FLUSH::equals);
  }

  private static boolean isWriteImmediate(TransportPacket packet) {
    return is(packet, Operation.RDMA_WRITE_ONLY_IMM::equals)
        || is(packet, Operation.RDMA_WRITE_LAST_IMM::equals);
  }

  private static boolean isOfRegion(TransportPacket packet) {
    return isFlush(packet) && packet.get(Header.FETH, Feth.SEL) == Feth.REGION;
  }

  /// Changes responses to FLUSHs; responses to READs without data are equal.
  private static DeviationSpec flushed(
      String name, String how, UnaryOperator<OutgoingPacket> edit) {
    return deviation(
        name,
        "responds to a FLUSH " + how,
        seams -> {
          boolean[] isNewest = {false};
          seams.msn.deviate(under ->
              (msn, executed) -> {
                isNewest[0] = executed == Operation.FLUSH;
                return under.after(msn, executed);
              });
          RcEdits.responses(
                  packet -> isNewest[0] && packet.opCode() == OpCode.RC_RDMA_READ_RESP_ONLY, edit)
              .accept(seams);
        });
  }

  private static DeviationSpec unexecuted(String name, String which, Unexecuted why) {
    return windows(
        name,
        "invalidates the R_Key of a SEND with Invalidate " + which,
        seams -> seams.invalidatesUnexecuted.deviate(_ -> why::equals));
  }
}
