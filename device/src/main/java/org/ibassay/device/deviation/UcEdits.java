package org.ibassay.device.deviation;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.UcFault;
import org.ibassay.device.rc.UcSeams;
import org.ibassay.device.rc.UdSeams.Reaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// Common effects of deviations of unreliable connections.
final class UcEdits {
  private UcEdits() {}

  /// @param name without `uc.`
  static DeviationSpec deviation(String name, String summary, Consumer<UcSeams> effect) {
    return DeviationSpec.of(
        "uc." + name, summary, Set.of(NodeKind.CA), seams -> effect.accept(seams.uc));
  }

  /// Takes packets with a fault for right, all or some.
  static Consumer<UcSeams> unnoticed(UcFault fault, Predicate<TransportPacket> some) {
    return seams ->
        seams.faults.depart(under ->
            (possible, packet, progress, conforming) ->
                (possible != fault || !some.test(packet))
                    && under.has(possible, packet, progress, conforming));
  }

  /// Drops packets for a fault that they do not have.
  static Consumer<UcSeams> alleged(UcFault fault, Predicate<TransportPacket> some) {
    return seams ->
        seams.faults.depart(under ->
            (possible, packet, progress, conforming) ->
                (possible == fault && some.test(packet))
                    || under.has(possible, packet, progress, conforming));
  }

  /// Lets more become of a packet with a fault than that it is dropped.
  static Consumer<UcSeams> reacts(UcFault fault, Reaction reaction) {
    return seams ->
        seams.reaction.depart(under -> found -> found == fault ? reaction : under.of(found));
  }

  /// Answers packets with a fault.
  static Consumer<UcSeams> answers(Predicate<UcFault> faults, Syndrome syndrome) {
    return seams ->
        seams.answers.depart(under ->
            (packet, found) ->
                found != null && faults.test(found)
                    ? List.of(acknowledge(packet, syndrome))
                    : under.of(packet, found));
  }

  /// Acknowledges packets without fault.
  static Consumer<UcSeams> acknowledges(Predicate<Operation> some) {
    return seams ->
        seams.answers.depart(under ->
            (packet, found) ->
                found == null && is(packet, some)
                    ? List.of(acknowledge(packet, Syndrome.Ack.WITHOUT_CREDITS))
                    : under.of(packet, found));
  }

  private static OutgoingPacket acknowledge(TransportPacket packet, Syndrome syndrome) {
    return new OutgoingPacket(
            OpCode.RC_ACK,
            (int) packet.get(Header.BTH, Bth.PSN),
            false,
            List.of(),
            MemorySegment.ofArray(new byte[0]))
        .with(Header.AETH, Aeth.SYNDROME, syndrome.value());
  }

  static boolean is(TransportPacket packet, Predicate<Operation> kind) {
    return packet.opCode().map(OpCode::operation).filter(kind).isPresent();
  }

  /// Changes completions that tell of success.
  static Consumer<UcSeams> completions(
      Queue where, Predicate<Completion> some, UnaryOperator<Completion> edit) {
    return seams ->
        seams.completions.depart(under ->
            (queue, right) ->
                under.of(queue, right).stream()
                    .map(one ->
                        queue == where
                                && one.status() == Completion.Status.SUCCESS
                                && some.test(one)
                            ? edit.apply(one)
                            : one)
                    .toList());
  }

  /// Changes packets that are sent.
  static Consumer<UcSeams> sends(
      Predicate<OutgoingPacket> some, UnaryOperator<OutgoingPacket> edit) {
    return seams ->
        seams.requests.depart(under ->
            packet ->
                under.of(packet).stream()
                    .map(made -> some.test(made) ? edit.apply(made) : made)
                    .toList());
  }
}
