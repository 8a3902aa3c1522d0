package org.ibassay.device.deviation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.rc.EventSeams;
import org.ibassay.device.rc.EventSeams.EventRule;
import org.ibassay.device.rc.EventSeams.Unexecuted;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams.PacketEdit;
import org.ibassay.device.seam.Decision;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.ImmDt;
import org.ibassay.wire.packet.OpCode;

/// Deviations in solicited events and immediate data of connections.
///
/// @param family name of the family
/// @param events returns the seams of a device's events
/// @param requests returns the seam of the packets that a device sends
record ConnectionNoticeDeviations(
    String family,
    Function<Seams, EventSeams> events,
    Function<Seams, Decision<PacketEdit>> requests) {
  private static final int HALF_MASK = 0xFFFF;

  private static final ConnectionNoticeDeviations RC =
      new ConnectionNoticeDeviations(
          "rc", seams -> seams.rc.again.events, seams -> seams.rc.requests);
  private static final ConnectionNoticeDeviations UC =
      new ConnectionNoticeDeviations("uc", seams -> seams.uc.events, seams -> seams.uc.requests);

  static List<DeviationSpec> all() {
    return Stream.of(RC.common(), RC.ofReliable(), UC.common(), UC.ofUnreliable())
        .flatMap(List::stream)
        .toList();
  }

  private List<DeviationSpec> common() {
    return List.of(
        event("event-never-raised", "raises no solicited events", _ -> (_, _, _) -> false),
        event(
            "event-always-raised",
            "raises solicited events for all receives",
            _ -> (_, _, _) -> true),
        event(
            "event-by-immediate",
            "raises solicited events for messages with immediate data",
            under ->
                (solicited, earlier, last) ->
                    last.has(Header.IMM_DT) || under.raises(solicited, earlier, last)),
        except(
            "event-not-with-immediate",
            "messages with immediate data",
            one -> one.headers().contains(Header.IMM_DT)),
        except(
            "event-only-with-immediate",
            "messages without immediate data",
            one -> !one.headers().contains(Header.IMM_DT)),
        except(
            "event-not-for-write",
            "RDMA WRITEs with immediate data",
            one -> one.operation().isWrite()),
        except(
            "event-not-for-last", "messages of several packets", one -> !one.operation().isStart()),
        except("event-not-for-only", "messages of one packet", one -> one.operation().isStart()),
        deviation(
            "event-without-request",
            "raises solicited events without a request",
            seams -> seams.raisesUnrequested.deviate(_ -> _ -> true)),
        deviation(
            "event-once",
            "raises only the first solicited event",
            seams -> {
              int[] raised = {0};
              seams.raises.deviate(under ->
                  (solicited, earlier, last) ->
                      under.raises(solicited, earlier, last) && raised[0]++ == 0);
            }),
        immediate("sent-immediate-byte-order", "in reverse byte order", Integer::reverseBytes),
        immediate("sent-immediate-16-bits", "with 16 bits only", data -> data & HALF_MASK),
        edits(
            "sent-immediate-lost",
            "sends RDMA WRITEs without their immediate data",
            packet -> packet.opCode().operation().isWrite(),
            ConnectionNoticeDeviations::withoutImmediate),
        edits(
            "sent-immediate-zero-lost",
            "sends no immediate data if they are 0",
            packet -> packet.get(ImmDt.IMM_DT) == 0,
            ConnectionNoticeDeviations::withoutImmediate),
        solicits("solicited-never", "in no packet", _ -> true, 0),
        solicits(
            "solicited-not-with-immediate",
            "in no packet with immediate data",
            one -> one.headers().contains(Header.IMM_DT),
            0),
        solicits(
            "solicited-with-immediate",
            "in each packet with immediate data",
            one -> one.headers().contains(Header.IMM_DT),
            1),
        solicits(
            "solicited-not-in-last",
            "in no last packet of several",
            one -> one.operation().isEnd() && !one.operation().isStart(),
            0));
  }

  private List<DeviationSpec> ofReliable() {
    return List.of(
        except(
            "event-not-with-invalidate",
            "SENDs with Invalidate",
            one -> one.headers().contains(Header.IETH)),
        unexecuted("event-by-duplicate", "duplicates", Unexecuted.DUPLICATE),
        unexecuted("event-before-receive", "messages without a receive", Unexecuted.NO_RECEIVE),
        deviation(
            "event-not-in-error",
            "raises no event for a receive that completes in error",
            seams -> seams.raisesInError.deviate(_ -> _ -> false)),
        retries("retry-not-solicited", "with SE 0", packet -> packet.with(Header.BTH, Bth.SE, 0)),
        retries(
            "retry-immediate-zero",
            "with immediate data 0",
            packet -> packet.with(Header.IMM_DT, ImmDt.IMM_DT, 0)),
        retries(
            "retry-immediate-lost",
            "without immediate data",
            ConnectionNoticeDeviations::withoutImmediate));
  }

  private List<DeviationSpec> ofUnreliable() {
    return List.of(unexecuted("event-by-dropped", "dropped messages", Unexecuted.AFTER_GAP));
  }

  private DeviationSpec deviation(String name, String text, Consumer<EventSeams> effect) {
    return DeviationSpec.of(
        family + "." + name,
        text,
        Set.of(NodeKind.CA),
        seams -> effect.accept(events.apply(seams)));
  }

  private DeviationSpec event(String name, String text, UnaryOperator<EventRule> effect) {
    return deviation(name, text, seams -> seams.raises.deviate(effect));
  }

  private DeviationSpec except(String name, String what, Predicate<OpCode> some) {
    return event(
        name,
        "raises no solicited events for " + what,
        under ->
            (solicited, earlier, last) ->
                !some.test(last.opCode().orElseThrow()) && under.raises(solicited, earlier, last));
  }

  private DeviationSpec unexecuted(String name, String what, Unexecuted why) {
    return deviation(
        name,
        "raises solicited events for " + what,
        seams -> seams.raisesUnexecuted.deviate(under -> one -> one == why || under.test(one)));
  }

  // --- packets sent

  private interface DataEdit {
    int of(int data);
  }

  private DeviationSpec immediate(String name, String how, DataEdit edit) {
    return edits(
        name,
        "sends immediate data " + how,
        _ -> true,
        packet ->
            packet.with(
                Header.IMM_DT,
                ImmDt.IMM_DT,
                Integer.toUnsignedLong(edit.of((int) packet.get(ImmDt.IMM_DT)))));
  }

  private DeviationSpec solicits(String name, String where, Predicate<OpCode> some, int bit) {
    return edits(
        name,
        "sends SE %d %s".formatted(bit, where),
        packet -> some.test(packet.opCode()),
        packet -> packet.with(Header.BTH, Bth.SE, bit));
  }

  private DeviationSpec edits(
      String name,
      String text,
      Predicate<OutgoingPacket> some,
      UnaryOperator<OutgoingPacket> edit) {
    return DeviationSpec.of(
        family + "." + name,
        text,
        Set.of(NodeKind.CA),
        seams -> edit(requests.apply(seams), some, edit));
  }

  private static DeviationSpec retries(
      String name, String how, UnaryOperator<OutgoingPacket> edit) {
    return RcEdits.deviation(
        name, "retransmits packets " + how, seams -> edit(seams.retries, _ -> true, edit));
  }

  private static void edit(
      Decision<PacketEdit> seam,
      Predicate<OutgoingPacket> some,
      UnaryOperator<OutgoingPacket> edit) {
    seam.deviate(under ->
        packet ->
            under.of(packet).stream()
                .map(made -> some.test(made) ? edit.apply(made) : made)
                .toList());
  }

  private static OutgoingPacket withoutImmediate(OutgoingPacket packet) {
    Map<OpCode, OpCode> others =
        Map.of(
            OpCode.RC_SEND_ONLY_IMM, OpCode.RC_SEND_ONLY,
            OpCode.RC_SEND_LAST_IMM, OpCode.RC_SEND_LAST,
            OpCode.RC_RDMA_WRITE_ONLY_IMM, OpCode.RC_RDMA_WRITE_ONLY,
            OpCode.RC_RDMA_WRITE_LAST_IMM, OpCode.RC_RDMA_WRITE_LAST,
            OpCode.UC_SEND_ONLY_IMM, OpCode.UC_SEND_ONLY,
            OpCode.UC_SEND_LAST_IMM, OpCode.UC_SEND_LAST,
            OpCode.UC_RDMA_WRITE_ONLY_IMM, OpCode.UC_RDMA_WRITE_ONLY,
            OpCode.UC_RDMA_WRITE_LAST_IMM, OpCode.UC_RDMA_WRITE_LAST);
    OpCode other = others.get(packet.opCode());
    return other == null ? packet : packet.withOpCode(other);
  }
}
