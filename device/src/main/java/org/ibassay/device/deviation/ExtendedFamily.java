package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.unnoticed;

import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.device.rc.WindowSeams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.ibassay.wire.packet.TransportPacket;

/// Common effects of the family `extended`: SEND with Invalidate, FLUSH, memory windows, shared
/// receives and the state SQD.
final class ExtendedFamily {
  private ExtendedFamily() {}

  static DeviationSpec deviation(String name, String summary, Consumer<RcSeams> effect) {
    return DeviationSpec.of(
        "extended." + name, summary, Set.of(NodeKind.CA), seams -> effect.accept(seams.rc));
  }

  static DeviationSpec accepts(
      String name, String what, ResponderFault fault, Predicate<TransportPacket> some) {
    return deviation(name, "accepts " + what, unnoticed(fault, some));
  }

  static DeviationSpec refuses(String name, String what, ResponderFault fault, int code) {
    return deviation(
        name, "rejects %s with %s".formatted(what, new Nak(code)), refusing(fault, code));
  }

  static Consumer<RcSeams> refusing(ResponderFault fault, int code) {
    return seams ->
        seams.naks.deviate(under -> found -> found == fault ? new Nak(code) : under.apply(found));
  }

  static DeviationSpec survives(String name, String when, ResponderFault fault) {
    return deviation(
        name,
        "stays in RTS when " + when,
        seams -> seams.survivable.deviate(under -> found -> found == fault || under.test(found)));
  }

  static DeviationSpec windows(String name, String text, Consumer<WindowSeams> effect) {
    return deviation(name, text, seams -> effect.accept(seams.windows));
  }
}
