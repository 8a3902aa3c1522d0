package org.ibassay.device.deviation;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.UdFault;
import org.ibassay.device.rc.UdSeams;
import org.ibassay.device.rc.UdSeams.Reaction;
import org.ibassay.device.rc.UdSeams.Receiver;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// Common effects of deviations of unreliable datagrams.
final class UdEdits {
  private UdEdits() {}

  /// @param name without `ud.`
  static DeviationSpec deviation(String name, String summary, Consumer<UdSeams> effect) {
    return DeviationSpec.of(
        "ud." + name, summary, Set.of(NodeKind.CA), seams -> effect.accept(seams.ud));
  }

  /// Takes datagrams with a fault for right, all or some.
  static Consumer<UdSeams> unnoticed(UdFault fault, Predicate<TransportPacket> some) {
    return unnoticed(fault, (packet, _) -> some.test(packet));
  }

  /// Takes datagrams with a fault for right, by what the QP is.
  static Consumer<UdSeams> unnoticed(UdFault fault, BiPredicate<TransportPacket, Receiver> some) {
    return seams ->
        seams.faults.depart(under ->
            (possible, packet, qp, conforming) ->
                (possible != fault || !some.test(packet, qp))
                    && under.has(possible, packet, qp, conforming));
  }

  /// Drops datagrams for a fault that they do not have.
  static Consumer<UdSeams> alleged(UdFault fault, Predicate<TransportPacket> some) {
    return seams ->
        seams.faults.depart(under ->
            (possible, packet, qp, conforming) ->
                (possible == fault && some.test(packet))
                    || under.has(possible, packet, qp, conforming));
  }

  /// Lets more become of a datagram with a fault than that it is dropped.
  static Consumer<UdSeams> reacts(UdFault fault, Reaction reaction) {
    return seams ->
        seams.reaction.depart(under ->
            (found, conforming) -> found == fault ? reaction : under.of(found, conforming));
  }

  /// Answers a datagram with a fault, or one without (null), by an acknowledge.
  static Consumer<UdSeams> answers(
      Predicate<TransportPacket> some, Predicate<UdFault> faults, Syndrome syndrome) {
    return seams ->
        seams.answers.depart(under ->
            (packet, found) -> {
              boolean meant = found != null && faults.test(found);
              return meant && some.test(packet)
                  ? List.of(acknowledge(packet, syndrome))
                  : under.of(packet, found);
            });
  }

  /// Acknowledges datagrams without fault.
  static Consumer<UdSeams> acknowledges(Predicate<TransportPacket> some) {
    return seams ->
        seams.answers.depart(under ->
            (packet, found) ->
                found == null && some.test(packet)
                    ? List.of(acknowledge(packet, Syndrome.Ack.WITHOUT_CREDITS))
                    : under.of(packet, found));
  }

  private static OutgoingPacket acknowledge(TransportPacket packet, Syndrome syndrome) {
    int psn = (int) packet.get(Header.BTH, Bth.PSN);
    return new OutgoingPacket(
            OpCode.RC_ACK, psn & Psn.MAX, false, List.of(), MemorySegment.ofArray(new byte[0]))
        .with(Header.AETH, Aeth.SYNDROME, syndrome.value());
  }

  /// Changes completions of receives that succeed.
  static Consumer<UdSeams> receives(UnaryOperator<Completion> edit) {
    return completions(Queue.RECEIVE, right -> List.of(edit.apply(right)));
  }

  /// Changes what completions report about a datagram.
  static Consumer<UdSeams> received(UnaryOperator<Received> edit) {
    return receives(right ->
        new Completion(right.id(), right.status(), 0, right.bytes(), edit.apply(right.received())));
  }

  /// Makes other completions.
  interface CompletionChoice {
    List<Completion> of(Completion right);
  }

  /// Changes completions that tell of success.
  static Consumer<UdSeams> completions(Queue where, CompletionChoice wrong) {
    return seams ->
        seams.completions.depart(under ->
            (queue, right) ->
                queue == where && right.status() == Completion.Status.SUCCESS
                    ? under.of(queue, right).stream()
                        .flatMap(told -> wrong.of(told).stream())
                        .toList()
                    : under.of(queue, right));
  }

  /// Changes datagrams that are sent.
  static Consumer<UdSeams> sends(UnaryOperator<OutgoingPacket> edit) {
    return sends(_ -> true, edit);
  }

  /// Changes some of the datagrams that are sent.
  static Consumer<UdSeams> sends(
      Predicate<OutgoingPacket> some, UnaryOperator<OutgoingPacket> edit) {
    return seams ->
        seams.requests.depart(under ->
            packet ->
                under.of(packet).stream()
                    .map(made -> some.test(made) ? edit.apply(made) : made)
                    .toList());
  }

  /// Every third, from the third on; for one device.
  static <T> Predicate<T> everyThird() {
    int[] count = {0};
    return _ -> ++count[0] % 3 == 0;
  }
}
