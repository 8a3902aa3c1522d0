package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;

/// Deviations in what a response's header repeats of its request.
final class ReplyDeviations {
  private static final int ONE_PART = (1 << 28) | 9;

  /// Something of the header, and how it comes out wrong.
  private record HeaderAspect(String word, String text, Consumer<Transaction> spoil) {}

  /// Some responses.
  private record ResponseScope(
      String word, String text, Set<NodeKind> kinds, Predicate<Transaction> which) {}

  private static final List<HeaderAspect> ASPECTS =
      List.of(
          flipped("attribute-id", MadHeader.ATTRIBUTE_ID),
          flipped("attribute-modifier", MadHeader.ATTRIBUTE_MODIFIER),
          flipped("transaction-id", MadHeader.TRANSACTION_ID),
          flipped("class", MadHeader.MGMT_CLASS, 0x80),
          flipped("method", MadHeader.METHOD, 0x03));

  private static final List<ResponseScope> SCOPES =
      List.of(
          new ResponseScope("", "every response", ALL, _ -> true),
          new ResponseScope("-to-set", "the response to a Set", ALL, Edits::isSet),
          new ResponseScope(
              "-to-portinfo-set-by-number",
              "the response to a Set(PortInfo) that names the port",
              WITH_END_PORTS,
              t -> Edits.isSet(t) && Edits.isOf(PORT_INFO, t) && t.modifier() != 0),
          new ResponseScope(
              "-to-one-mft-set",
              "the response to the Set of block 9, group 1, of the multicast table",
              Set.of(SWITCH),
              t ->
                  Edits.isSet(t)
                      && Edits.isOf(MULTICAST_FORWARDING_TABLE, t)
                      && t.modifier() == ONE_PART),
          new ResponseScope(
              "-to-one-mft-get",
              "the response to the Get of block 9, group 1, of the multicast table",
              Set.of(SWITCH),
              t ->
                  Edits.isGet(t)
                      && Edits.isOf(MULTICAST_FORWARDING_TABLE, t)
                      && t.modifier() == ONE_PART));

  private ReplyDeviations() {}

  static List<DeviationSpec> all() {
    return SCOPES.stream()
        .flatMap(scope -> ASPECTS.stream().map(aspect -> deviation(aspect, scope)))
        .toList();
  }

  private static DeviationSpec deviation(HeaderAspect aspect, ResponseScope scope) {
    return DeviationSpec.of(
        "reply.wrong-" + aspect.word() + scope.word(),
        "has a wrong " + aspect.text() + " in " + scope.text(),
        scope.kinds(),
        Edits.responses(scope.which(), aspect.spoil()));
  }

  private static HeaderAspect flipped(String word, Field field) {
    return flipped(word, field, 1);
  }

  private static HeaderAspect flipped(String word, Field field, long bits) {
    return new HeaderAspect(
        word, field.name(), t -> field.set(t.response(), 0, field.get(t.response(), 0) ^ bits));
  }
}
