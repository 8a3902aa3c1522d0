package org.ibassay.device.deviation;

import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.cm.CmSeams;
import org.ibassay.device.rc.GsiFault;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.packet.TransportPacket;

/// Common effects of deviations of communication management and of QP1.
final class CmEdits {
  private CmEdits() {}

  /// @param name without `cm.`
  static DeviationSpec deviation(String name, String summary, Consumer<CmSeams> effect) {
    return DeviationSpec.of(
        "cm." + name, summary, Set.of(NodeKind.CA), seams -> effect.accept(seams.cm));
  }

  /// A deviation in datagrams.
  ///
  /// @param name without `cm.`
  static DeviationSpec ofDatagrams(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("cm." + name, summary, Set.of(NodeKind.CA), effect);
  }

  /// Changes messages of a kind.
  static Consumer<CmSeams> edits(GmpAttribute kind, UnaryOperator<CmMessage> edit) {
    return edits(right -> right.is(kind), edit);
  }

  /// Changes some messages.
  static Consumer<CmSeams> edits(Predicate<CmMessage> some, UnaryOperator<CmMessage> edit) {
    return seams ->
        seams.sends.deviate(under ->
            (right, cause, times) ->
                under.of(right, cause, times).stream()
                    .map(made -> some.test(made) ? edit.apply(made) : made)
                    .toList());
  }

  /// Changes messages of a kind when they are resent.
  static Consumer<CmSeams> repeated(GmpAttribute kind, UnaryOperator<CmMessage> edit) {
    return seams ->
        seams.sends.deviate(under ->
            (right, cause, times) ->
                under.of(right, cause, times).stream()
                    .map(made -> made.is(kind) && times > 0 ? edit.apply(made) : made)
                    .toList());
  }

  /// Omits messages of a kind.
  static Consumer<CmSeams> silences(GmpAttribute kind) {
    return seams ->
        seams.sends.deviate(under ->
            (right, cause, times) ->
                under.of(right, cause, times).stream().filter(made -> !made.is(kind)).toList());
  }

  /// Changes the time until a message of a kind is resent, or the time requested by it.
  static Consumer<CmSeams> waits(GmpAttribute kind, LongUnaryOperator time) {
    return seams ->
        seams.waits.deviate(under ->
            (message, exponent, conforming) ->
                message.is(kind)
                    ? time.applyAsLong(conforming)
                    : under.of(message, exponent, conforming));
  }

  /// Changes the number of retries of messages of a kind from Max CM Retries.
  static Consumer<CmSeams> repeats(GmpAttribute kind, IntUnaryOperator count) {
    return seams ->
        seams.retries.deviate(under ->
            (message, most) -> message.is(kind) ? count.applyAsInt(most) : under.of(message, most));
  }

  /// Accepts some invalid messages.
  static Consumer<CmSeams> heeds(Predicate<CmMessage> some) {
    return seams ->
        seams.heeds.deviate(under -> message -> some.test(message) || under.test(message));
  }

  /// Accepts datagrams with a fault.
  static Consumer<Seams> unnoticed(GsiFault fault, Predicate<TransportPacket> some) {
    return seams ->
        seams.gsi.faults.deviate(under ->
            (possible, packet, conforming) ->
                (possible != fault || !some.test(packet))
                    && under.has(possible, packet, conforming));
  }

  /// Changes datagrams before they are sent.
  static Consumer<Seams> datagrams(UnaryOperator<OutgoingPacket> edit) {
    return seams ->
        seams.gsi.packets.deviate(under -> packet -> under.of(packet).stream().map(edit).toList());
  }

  /// Changes every second datagram before it is sent.
  static Consumer<Seams> everySecond(UnaryOperator<OutgoingPacket> edit) {
    return seams -> {
      int[] count = {0};
      datagrams(packet -> ++count[0] % 2 == 0 ? edit.apply(packet) : packet).accept(seams);
    };
  }
}
