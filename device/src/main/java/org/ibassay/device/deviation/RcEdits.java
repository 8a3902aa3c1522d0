package org.ibassay.device.deviation;

import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.HeaderCheck;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.RcSeams.PacketEdit;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.device.seam.Seam;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// Common effects of deviations of reliable connections.
final class RcEdits {
  private RcEdits() {}

  /// @param name without `rc.`
  static DeviationSpec deviation(String name, String summary, Consumer<RcSeams> effect) {
    return DeviationSpec.of(
        "rc." + name, summary, Set.of(NodeKind.CA), seams -> effect.accept(seams.rc));
  }

  /// Accepts packets that fail a check, all or some.
  static Consumer<RcSeams> unchecked(
      HeaderCheck check, BiPredicate<TransportPacket, Integer> some) {
    return seams ->
        seams.dropping.deviate(under ->
            (failed, packet, qpn, executed) ->
                (failed != check || !some.test(packet, qpn))
                    && under.drops(failed, packet, qpn, executed));
  }

  /// Accepts packets that fail a check, after a request was executed.
  static Consumer<RcSeams> uncheckedLater(HeaderCheck check) {
    return seams ->
        seams.dropping.deviate(under ->
            (failed, packet, qpn, executed) ->
                (failed != check || executed == 0) && under.drops(failed, packet, qpn, executed));
  }

  /// Does not detect a fault, in all requests or some.
  static Consumer<RcSeams> unnoticed(ResponderFault fault, Predicate<TransportPacket> some) {
    return seams ->
        seams.noticing.deviate(under ->
            (found, request, executed) ->
                (found != fault || !some.test(request)) && under.notices(found, request, executed));
  }

  /// Does not detect a fault after a request was executed.
  static Consumer<RcSeams> unnoticedLater(ResponderFault fault) {
    return seams ->
        seams.noticing.deviate(under ->
            (found, request, executed) ->
                (found != fault || executed == 0) && under.notices(found, request, executed));
  }

  /// Changes responses.
  static Consumer<RcSeams> responses(
      Predicate<OutgoingPacket> some, UnaryOperator<OutgoingPacket> edit) {
    return seams -> editing(seams.responses, some, packet -> List.of(edit.apply(packet)));
  }

  /// Sends responses twice.
  static Consumer<RcSeams> responsesTwice(Predicate<OutgoingPacket> some) {
    return seams -> editing(seams.responses, some, packet -> List.of(packet, packet));
  }

  /// Sends packets after responses.
  static Consumer<RcSeams> afterResponses(
      Predicate<OutgoingPacket> some, UnaryOperator<OutgoingPacket> more) {
    return seams -> editing(seams.responses, some, packet -> List.of(packet, more.apply(packet)));
  }

  /// Sends packets after requests.
  static Consumer<RcSeams> afterRequests(
      Predicate<OutgoingPacket> some, UnaryOperator<OutgoingPacket> more) {
    return seams -> editing(seams.requests, some, packet -> List.of(packet, more.apply(packet)));
  }

  /// Omits some responses.
  static Consumer<RcSeams> withoutResponses(Predicate<OutgoingPacket> some) {
    return seams -> editing(seams.responses, some, _ -> List.of());
  }

  /// Changes requests, including retransmitted ones.
  static Consumer<RcSeams> requests(
      Predicate<OutgoingPacket> some, UnaryOperator<OutgoingPacket> edit) {
    return seams -> {
      editing(seams.requests, some, packet -> List.of(edit.apply(packet)));
      editing(seams.retries, some, packet -> List.of(edit.apply(packet)));
    };
  }

  /// Changes retransmitted requests.
  static Consumer<RcSeams> retries(
      Predicate<OutgoingPacket> some, UnaryOperator<OutgoingPacket> edit) {
    return seams -> editing(seams.retries, some, packet -> List.of(edit.apply(packet)));
  }

  private static void editing(
      Seam<PacketEdit> seam, Predicate<OutgoingPacket> some, PacketEdit edit) {
    seam.deviate(under ->
        packet ->
            under.of(packet).stream()
                .flatMap(made -> (some.test(made) ? edit.of(made) : List.of(made)).stream())
                .toList());
  }

  static boolean is(TransportPacket packet, Predicate<Operation> kind) {
    return packet.opCode().map(OpCode::operation).filter(kind).isPresent();
  }

  static boolean isReadResponse(OutgoingPacket packet) {
    return packet.opCode().operation().isReadResponse();
  }

  static boolean isNak(OutgoingPacket packet) {
    return packet.opCode() == OpCode.RC_ACK
        && Syndrome.of((int) packet.get(Aeth.SYNDROME)) instanceof Syndrome.Nak;
  }

  static boolean isAtomicAck(OutgoingPacket packet) {
    return packet.opCode() == OpCode.RC_ATOMIC_ACK;
  }
}
