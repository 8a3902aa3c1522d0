package org.ibassay.device.deviation;

import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.cm.CmEvent;
import org.ibassay.device.cm.CmReaction;
import org.ibassay.device.cm.CmSeams;
import org.ibassay.device.cm.ConnectionState;
import org.ibassay.device.rc.GsiFault;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
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

  /// One that is seen in datagrams.
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
        seams.sends.depart(under ->
            (right, cause, times) ->
                under.of(right, cause, times).stream()
                    .map(made -> some.test(made) ? edit.apply(made) : made)
                    .toList());
  }

  /// Puts another value into a field of messages of a kind.
  static Consumer<CmSeams> puts(GmpAttribute kind, Field field, long value) {
    return edits(kind, made -> made.set(field, value));
  }

  /// Inverts bits of a field of messages of a kind.
  static Consumer<CmSeams> inverts(GmpAttribute kind, Field field, long bits) {
    return edits(kind, made -> made.set(field, made.get(field) ^ bits));
  }

  /// Sends other messages in place of those of a kind that were sent before.
  static Consumer<CmSeams> repeats(GmpAttribute kind, UnaryOperator<CmMessage> edit) {
    return seams ->
        seams.sends.depart(under ->
            (right, cause, times) ->
                under.of(right, cause, times).stream()
                    .map(made -> made.is(kind) && times > 0 ? edit.apply(made) : made)
                    .toList());
  }

  /// Sends nothing in place of messages of a kind.
  static Consumer<CmSeams> silences(GmpAttribute kind) {
    return seams ->
        seams.sends.depart(under ->
            (right, cause, times) ->
                under.of(right, cause, times).stream().filter(made -> !made.is(kind)).toList());
  }

  /// Reacts in another way to what happens in one state.
  static Consumer<CmSeams> reacts(ConnectionState in, CmEvent to, CmReaction reaction) {
    return seams ->
        seams.reactions.depart(under ->
            (state, event, conforming) ->
                state == in && event == to ? reaction : under.of(state, event, conforming));
  }

  /// Takes messages that are wrong.
  static Consumer<CmSeams> heeds(Predicate<CmMessage> some) {
    return seams ->
        seams.heeds.depart(under -> message -> some.test(message) || under.test(message));
  }

  /// Decides otherwise about REQs that it would answer with a reason.
  static Consumer<CmSeams> decides(int conforming, int reason) {
    return seams ->
        seams.verdict.depart(
            under -> (request, right) -> right == conforming ? reason : under.of(request, right));
  }

  /// Takes datagrams with a fault for right.
  static Consumer<Seams> unnoticed(GsiFault fault, Predicate<TransportPacket> some) {
    return seams ->
        seams.gsi.faults.depart(under ->
            (possible, packet, conforming) ->
                (possible != fault || !some.test(packet))
                    && under.has(possible, packet, conforming));
  }

  /// Changes datagrams that are sent.
  static Consumer<Seams> datagrams(UnaryOperator<OutgoingPacket> edit) {
    return seams ->
        seams.gsi.packets.depart(under -> packet -> under.of(packet).stream().map(edit).toList());
  }

  /// Changes every second datagram that is sent.
  static Consumer<Seams> everySecond(UnaryOperator<OutgoingPacket> edit) {
    return seams -> {
      int[] count = {0};
      datagrams(packet -> ++count[0] % 2 == 0 ? edit.apply(packet) : packet).accept(seams);
    };
  }
}
