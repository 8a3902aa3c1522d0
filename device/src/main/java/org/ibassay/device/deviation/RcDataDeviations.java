package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.is;
import static org.ibassay.device.deviation.RcEdits.unnoticed;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.RcSeams.ReadPart;
import org.ibassay.device.rc.RcSeams.ReadPlace;
import org.ibassay.device.rc.RcSeams.RepeatAction;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.jspecify.annotations.Nullable;

/// Deviations in immediate data, and in the memory from which the data of a READ is read.
final class RcDataDeviations {
  private static final int PAGE = 4096;
  private static final int HALF = 0xFFFF;
  private static final int IMMEDIATE_BYTES = 4;
  private static final int EIGHT = 8;
  private static final int BUFFER = 8192;
  private static final int SIXTEEN = 16;
  private static final byte[] NOTHING = {};

  private RcDataDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        immediate("immediate-missing", "no immediate data", _ -> null),
        immediate("immediate-byte-order", "immediate data in reverse", Integer::reverseBytes),
        immediate("immediate-half", "the lower half of immediate data", value -> value & HALF),
        deviation(
            "immediate-of-last-message",
            "reports the immediate data of the message before",
            RcDataDeviations::lateImmediate),
        deviation(
            "immediate-with-every-receive",
            "reports immediate data for a SEND that has none",
            seams ->
                receiving(
                    seams,
                    reported -> with(reported, Objects.requireNonNullElse(of(reported), 0)))),
        deviation(
            "immediate-counted",
            "includes immediate data in a message's length",
            seams ->
                receiving(
                    seams,
                    reported ->
                        of(reported) == null ? reported : longer(reported, IMMEDIATE_BYTES))),
        receives("write-immediate-takes-no-receive", "no receive with", _ -> false),
        receives(
            "write-immediate-takes-late",
            "no receive with a single packet of",
            operation -> operation == Operation.RDMA_WRITE_LAST_IMM),
        deviation(
            "write-takes-receive",
            "completes a receive with each RDMA WRITE",
            seams -> seams.takesReceive.deviate(_ -> _ -> true)),
        notStored("write-immediate-not-stored", Operation.RDMA_WRITE_ONLY_IMM),
        notStored("write-last-immediate-not-stored", Operation.RDMA_WRITE_LAST_IMM),
        notStored("send-last-immediate-not-stored", Operation.SEND_LAST_IMM),
        deviation(
            "write-immediate-repeated",
            "executes a duplicate RDMA WRITE with immediate data",
            seams ->
                seams.repeats.deviate(under ->
                    (operation, age) ->
                        operation == Operation.RDMA_WRITE_ONLY_IMM
                            ? RepeatAction.EXECUTE
                            : under.of(operation, age))),
        deviation(
            "write-immediate-without-receive",
            "executes an RDMA WRITE with immediate data that meets no receive",
            unnoticed(ResponderFault.NOT_READY, packet -> is(packet, Operation::isWrite))),
        deviation(
            "write-8-kib-on-start",
            "stores RDMA WRITE data beyond 8 KiB at its start",
            seams -> seams.writePlace.deviate(_ -> (start, before) -> start + before % BUFFER)),
        deviation(
            "write-later-aligned",
            "stores an RDMA WRITE at multiples of 4, except the first packet",
            seams ->
                seams.writePlace.deviate(_ ->
                    (start, before) -> before == 0 ? start : (start + before) & -IMMEDIATE_BYTES)),
        deviation(
            "write-after-page-one-off",
            "stores the packets of an RDMA WRITE in the second page and after a byte too far",
            seams ->
                seams.writePlace.deviate(_ ->
                    (start, before) ->
                        start + before + (start / PAGE == (start + before) / PAGE ? 0 : 1))),
        deviation(
            "send-8-kib-on-start",
            "stores SEND data beyond 8 KiB at the start of the receive",
            seams -> seams.sendPlace.deviate(_ -> before -> before % BUFFER)),
        deviation(
            "write-without-ack-request-dropped",
            "accepts middle packets of an RDMA WRITE only if they have AckReq set",
            seams ->
                seams.refusing.deviate(under ->
                    packet ->
                        under.test(packet)
                            || (is(packet, Operation.RDMA_WRITE_MIDDLE::equals)
                                && packet.get(Header.BTH, Bth.A) == 0))),
        deviation(
            "response-8-packets-on-start",
            "stores READ data after eight packets at the start of the buffer",
            seams -> seams.fetchedPlace.deviate(_ -> (index, mtu) -> index % EIGHT * mtu)),
        deviation(
            "response-later-one-off",
            "stores READ data after eight packets one byte too far",
            seams ->
                seams.fetchedPlace.deviate(
                    _ -> (index, mtu) -> index * mtu + (index < EIGHT ? 0 : 1))),
        deviation(
            "request-solicits",
            "sets SE in each packet of its SENDs and RDMA WRITEs",
            RcEdits.requests(_ -> true, packet -> packet.with(Header.BTH, Bth.SE, 1))),
        deviation(
            "request-solicits-in-first",
            "sets SE in the first packet of a SEND of several",
            RcEdits.requests(
                packet -> packet.opCode() == OpCode.RC_SEND_FIRST,
                packet -> packet.with(Header.BTH, Bth.SE, 1))),
        deviation(
            "request-packet-8-as-first",
            "sends its first payload again as its ninth",
            RcDataDeviations::ninthAsFirst),
        place(
            "read-packet-8-as-first",
            "and starts over with the ninth packet",
            part -> part.index() % EIGHT - part.index(),
            false),
        place(
            "read-packet-16-as-first",
            "and starts over with the seventeenth packet",
            part -> part.index() % SIXTEEN - part.index(),
            false),
        place(
            "read-rest-from-start",
            "from the first byte where only a rest is repeated",
            part -> -part.skipped(),
            false),
        place(
            "read-third-rest-one-early",
            "from a packet too early where a rest without two packets or more is repeated",
            part -> part.skipped() > 1 ? -1 : 0,
            false),
        place("read-later-aligned", "from multiples of 4, except the first packet", _ -> 0, true),
        deviation(
            "read-stays-in-page",
            "returns READ data beyond a page from the start of that page",
            seams ->
                seams.readPlace.deviate(
                    _ -> (part, at) -> (part.address() & -PAGE) + (part.address() + at) % PAGE)));
  }

  // --- immediate data

  private interface ImmediateEdit {
    @Nullable Integer of(int right);
  }

  private static DeviationSpec immediate(String name, String text, ImmediateEdit wrong) {
    return deviation(
        name,
        "reports " + text,
        seams ->
            receiving(
                seams,
                reported -> {
                  Integer right = of(reported);
                  return right == null ? reported : with(reported, wrong.of(right));
                }));
  }

  private static @Nullable Integer of(Completion reported) {
    return reported.received().immediate();
  }

  private static Completion with(Completion reported, @Nullable Integer immediate) {
    Received received = new Received(0, false, immediate);
    return new Completion(reported.id(), reported.status(), 0, reported.bytes(), received);
  }

  private static Completion longer(Completion reported, int more) {
    return new Completion(
        reported.id(), reported.status(), 0, reported.bytes() + more, reported.received());
  }

  private static void receiving(RcSeams seams, UnaryOperator<Completion> edit) {
    seams.completions.deviate(under ->
        (queue, right) ->
            queue == Queue.RECEIVE && right.status() == Completion.Status.SUCCESS
                ? under.of(queue, right).stream().map(edit).toList()
                : under.of(queue, right));
  }

  private static void lateImmediate(RcSeams seams) {
    int[] last = {0};
    receiving(
        seams,
        reported -> {
          Integer right = of(reported);
          if (right == null) {
            return reported;
          }
          Completion wrong = with(reported, last[0]);
          last[0] = right;
          return wrong;
        });
  }

  private static DeviationSpec receives(String name, String text, Predicate<Operation> wrong) {
    return deviation(
        name,
        "completes %s an RDMA WRITE with immediate data".formatted(text),
        seams ->
            seams.takesReceive.deviate(
                under -> operation -> under.test(operation) && wrong.test(operation)));
  }

  private static DeviationSpec notStored(String name, Operation which) {
    return deviation(
        name,
        "does not store the payload of " + which,
        seams ->
            seams.storing.deviate(under ->
                (operation, payload) ->
                    operation == which ? NOTHING : under.of(operation, payload)));
  }

  // --- requests of its own

  private static void ninthAsFirst(RcSeams seams) {
    List<OutgoingPacket> message = new ArrayList<>();
    RcEdits.requests(
            _ -> true,
            packet -> {
              if (packet.opCode().operation().isStart()) {
                message.clear();
              }
              message.add(packet);
              return message.size() == EIGHT + 1
                  ? packet.withPayload(message.getFirst().payload().toArray(ValueLayout.JAVA_BYTE))
                  : packet;
            })
        .accept(seams);
  }

  // --- READs

  private interface PacketShift {
    int of(ReadPart part);
  }

  /// @param shift in packets
  /// @param aligned whether later packets begin at a multiple of 4
  private static DeviationSpec place(String name, String text, PacketShift shift, boolean aligned) {
    ReadPlace wrong =
        (part, at) -> {
          long from = part.address() + (long) shift.of(part) * part.mtu();
          return (aligned && part.index() > 0 ? from & -IMMEDIATE_BYTES : from) + at;
        };
    Consumer<RcSeams> effect = seams -> seams.readPlace.deviate(_ -> wrong);
    return deviation(name, "returns the data of a READ " + text, effect);
  }
}
