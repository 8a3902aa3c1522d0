package org.ibassay.device.deviation;

import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.HeaderCheck;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.packet.TransportPacket;

/// Common effects of deviations in the headers of RoCE packets.
final class RoceEdits {
  private RoceEdits() {}

  /// @param name without `roce.`
  static DeviationSpec deviation(String name, String summary, Consumer<RcSeams> effect) {
    return DeviationSpec.of(
        "roce." + name, summary, Set.of(NodeKind.CA), seams -> effect.accept(seams.rc));
  }

  /// Drops packets that pass all checks.
  static Consumer<RcSeams> refuses(Predicate<TransportPacket> some) {
    return seams ->
        seams.refusing.deviate(under -> packet -> under.test(packet) || some.test(packet));
  }

  /// Accepts packets that fail a check.
  static Consumer<RcSeams> takes(HeaderCheck check, Predicate<TransportPacket> some) {
    return RcEdits.unchecked(check, (packet, _) -> some.test(packet));
  }

  /// Changes requests and responses.
  static Consumer<RcSeams> sends(
      Predicate<OutgoingPacket> some, UnaryOperator<OutgoingPacket> edit) {
    return seams -> {
      RcEdits.requests(some, edit).accept(seams);
      RcEdits.responses(some, edit).accept(seams);
    };
  }
}
