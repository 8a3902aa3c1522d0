package org.ibassay.device.deviation;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.OneWaySeams;
import org.ibassay.device.rc.OneWaySeams.Reaction;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams.PacketEdit;
import org.ibassay.device.rc.RcSeams.PsnCount;
import org.ibassay.device.rc.UcFault;
import org.ibassay.device.rc.UcSeams;
import org.ibassay.device.rc.UdFault;
import org.ibassay.device.rc.UdSeams;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// Creates the deviations of an unacknowledged service; their names are given without the family's.
///
/// @param <F> a fault of a packet
/// @param <S> the QP's state that checks for faults need
/// @param <X> the service's seams
/// @param name the family's name
/// @param seams returns the service's seams of a device
record OneWayFamily<F extends Enum<F>, S, X extends OneWaySeams<F, S>>(
    String name, Function<Seams, X> seams) {
  /// Unreliable connections.
  static final OneWayFamily<UcFault, UcSeams.Progress, UcSeams> UC =
      new OneWayFamily<>("uc", seams -> seams.uc);

  /// Unreliable datagrams.
  static final OneWayFamily<UdFault, UdSeams.Receiver, UdSeams> UD =
      new OneWayFamily<>("ud", seams -> seams.ud);

  private static final int BYTE_MASK = 0xFF;
  private static final int QUEUE = 64;

  DeviationSpec deviation(String of, String summary, Consumer<X> effect) {
    return DeviationSpec.of(
        name + "." + of, summary, Set.of(NodeKind.CA), all -> effect.accept(seams.apply(all)));
  }

  // --- packets received

  /// Accepts packets with a fault.
  DeviationSpec takes(String of, String what, F fault) {
    return takes(of, what, fault, _ -> true);
  }

  /// Accepts some packets with a fault.
  DeviationSpec takes(String of, String what, F fault, Predicate<TransportPacket> some) {
    return takes(of, what, fault, (packet, _) -> some.test(packet));
  }

  /// Accepts some packets with a fault, depending on the QP's state.
  DeviationSpec takes(String of, String what, F fault, BiPredicate<TransportPacket, S> some) {
    return deviation(of, "accepts " + what, unnoticed(fault, some));
  }

  Consumer<X> unnoticed(F fault, BiPredicate<TransportPacket, S> some) {
    return service ->
        service.faults.deviate(under ->
            (possible, packet, qp, conforming) ->
                (possible != fault || !some.test(packet, qp))
                    && under.has(possible, packet, qp, conforming));
  }

  /// Drops packets for a fault that they do not have.
  DeviationSpec drops(String of, String what, F fault, Predicate<TransportPacket> some) {
    return drops(of, what, fault, (packet, _) -> some.test(packet));
  }

  /// Drops packets for a fault that they do not have, depending on the QP's state.
  DeviationSpec drops(String of, String what, F fault, BiPredicate<TransportPacket, S> some) {
    return deviation(of, "drops " + what, alleged(fault, some));
  }

  Consumer<X> alleged(F fault, BiPredicate<TransportPacket, S> some) {
    return service ->
        service.faults.deviate(under ->
            (possible, packet, qp, conforming) ->
                (possible == fault && some.test(packet, qp))
                    || under.has(possible, packet, qp, conforming));
  }

  /// A fault puts the QP in error.
  DeviationSpec endsQp(String of, String when, F fault) {
    return deviation(of, "ends the QP " + when, reacts(fault, Reaction.END_QP));
  }

  /// Deviations in the checks of any packet's headers.
  ///
  /// @param what name of the packets, in the plural
  /// @param carrier a fault that a packet does not have
  List<DeviationSpec> ofHeaders(String what, F icrc, F tVer, F pKey, F carrier) {
    return List.of(
        takes("icrc-not-checked", what + " with a wrong ICRC", icrc),
        takes("tver-not-checked", what + " of any transport version", tVer),
        takes(
            "tver-half-checked",
            what + " of transport versions from 8 on",
            tVer,
            packet -> (packet.get(Header.BTH, Bth.T_VER) & 7) == 0),
        takes("p-key-not-checked", what + " of any partition", pKey),
        takes(
            "p-key-low-byte-checked",
            what + " of partitions whose P_Keys have the right last byte",
            pKey,
            packet -> (packet.get(Header.BTH, Bth.P_KEY) & BYTE_MASK) == BYTE_MASK),
        endsQp("p-key-ends-qp", "at a wrong P_Key", pKey),
        drops(
            "padded-dropped",
            what + " with three pad bytes",
            carrier,
            packet -> packet.padCount() == 3));
  }

  /// A fault completes a receive in error.
  DeviationSpec endsReceive(String of, String when, F fault) {
    return deviation(
        of, "ends a receive with an error " + when, reacts(fault, Reaction.END_RECEIVE));
  }

  /// A packet with a fault has an effect besides being dropped.
  Consumer<X> reacts(F fault, Reaction reaction) {
    return service ->
        service.reaction.deviate(under ->
            (found, conforming) -> found == fault ? reaction : under.of(found, conforming));
  }

  /// Acknowledges packets with a fault.
  DeviationSpec answers(String of, String summary, Predicate<F> faults, Syndrome syndrome) {
    return answers(of, summary, (_, found) -> found != null && faults.test(found), syndrome);
  }

  /// Acknowledges packets without a fault.
  DeviationSpec acknowledges(String of, String what, Predicate<TransportPacket> some) {
    return answers(
        of,
        "acknowledges " + what,
        (packet, found) -> found == null && some.test(packet),
        Syndrome.Ack.WITHOUT_CREDITS);
  }

  private DeviationSpec answers(String of, String summary, Answered<F> some, Syndrome syndrome) {
    return deviation(
        of,
        summary,
        service ->
            service.answers.deviate(under ->
                (packet, found) ->
                    some.test(packet, found)
                        ? List.of(acknowledge(packet, syndrome))
                        : under.of(packet, found)));
  }

  private static OutgoingPacket acknowledge(TransportPacket packet, Syndrome syndrome) {
    int psn = (int) packet.get(Header.BTH, Bth.PSN) & Psn.MAX;
    return new OutgoingPacket(
            OpCode.RC_ACK, psn, false, List.of(), MemorySegment.ofArray(new byte[0]))
        .with(Header.AETH, Aeth.SYNDROME, syndrome.value());
  }

  // --- completions

  /// Replaces successful completions by any number of others.
  DeviationSpec completes(
      String of, String summary, Queue where, Function<Completion, List<Completion>> wrong) {
    return deviation(
        of,
        summary,
        service ->
            service.completions.deviate(under ->
                (queue, right) ->
                    queue == where && right.status() == Completion.Status.SUCCESS
                        ? under.of(queue, right).stream()
                            .flatMap(one -> wrong.apply(one).stream())
                            .toList()
                        : under.of(queue, right)));
  }

  /// Changes successful completions of receives.
  DeviationSpec receives(String of, String summary, UnaryOperator<Completion> edit) {
    return completes(of, summary, Queue.RECEIVE, right -> List.of(edit.apply(right)));
  }

  /// Changes the lengths in completions of receives.
  DeviationSpec lengths(String of, String summary, LongUnaryOperator edit) {
    return receives(
        of,
        summary,
        right ->
            new Completion(
                right.id(), right.status(), 0, edit.applyAsLong(right.bytes()), right.received()));
  }

  /// Changes the other attributes in completions of receives.
  DeviationSpec reports(String of, String summary, UnaryOperator<Received> edit) {
    return receives(
        of,
        summary,
        right ->
            new Completion(
                right.id(), right.status(), 0, right.bytes(), edit.apply(right.received())));
  }

  /// Changes the immediate data in completions; null for none.
  DeviationSpec immediates(String of, String summary, ImmediateEdit edit) {
    return reports(
        of,
        summary,
        right -> new Received(right.sourceQp(), right.hasGrh(), edit.of(right.immediate())));
  }

  /// Computes other immediate data.
  interface ImmediateEdit {
    @Nullable Integer of(@Nullable Integer data);
  }

  // --- packets sent

  /// Changes all packets.
  DeviationSpec sends(String of, String summary, UnaryOperator<OutgoingPacket> edit) {
    return sends(of, summary, _ -> true, edit);
  }

  /// Changes some packets.
  DeviationSpec sends(
      String of,
      String summary,
      Predicate<OutgoingPacket> some,
      UnaryOperator<OutgoingPacket> edit) {
    return edits(of, summary, packet -> List.of(some.test(packet) ? edit.apply(packet) : packet));
  }

  /// Replaces packets by any number of others.
  DeviationSpec edits(String of, String summary, PacketEdit edit) {
    return deviation(
        of,
        summary,
        service ->
            service.requests.deviate(under ->
                packet ->
                    under.of(packet).stream().flatMap(made -> edit.of(made).stream()).toList()));
  }

  /// Sets a field of all packets to one value.
  DeviationSpec sets(String of, String summary, Header header, Field field, long value) {
    return sends(of, summary, packet -> packet.with(header, field, value));
  }

  /// Counts PSNs differently.
  DeviationSpec counts(String of, String summary, PsnCount count) {
    return deviation(of, summary, service -> service.psns.deviate(_ -> count));
  }

  /// Sends a field with its value in the previous packet, if that is of the same QP and has the
  /// field.
  DeviationSpec previous(String of, String what, Header header, Field field) {
    return deviation(
        of,
        "sends " + what + " of the packet before",
        service -> {
          Map<Integer, OutgoingPacket> before = new HashMap<>();
          service.requests.deviate(under ->
              packet -> {
                OutgoingPacket last = before.remove(packet.psn());
                before.put(Psn.next(packet.psn()), packet);
                return under.of(
                    last == null ? packet : packet.with(header, field, last.get(field)));
              });
        });
  }

  /// Reports ids that are one too low after more requests were posted than a queue of 64 holds.
  DeviationSpec wraps(String of, String what, Queue where) {
    return deviation(
        of,
        "reports the ids of " + what + " one too low once the queue was used up",
        service -> {
          int[] count = {0};
          service.completions.deviate(under ->
              (queue, right) ->
                  under.of(
                      queue,
                      queue == where && ++count[0] > QUEUE
                          ? new Completion(
                              right.id() - 1,
                              right.status(),
                              right.vendorError(),
                              right.bytes(),
                              right.received())
                          : right));
        });
  }

  /// Sends packets with a wrong ICRC.
  DeviationSpec wrongIcrc() {
    return deviation(
        "sent-icrc-wrong",
        "sends a wrong ICRC",
        service ->
            service.sealing.deviate(under ->
                (writer, packet) -> {
                  int bytes = under.end(writer, packet);
                  writer.set(Header.BTH, Bth.M, 1);
                  return bytes;
                }));
  }

  private interface Answered<F> {
    boolean test(TransportPacket packet, @Nullable F found);
  }
}
