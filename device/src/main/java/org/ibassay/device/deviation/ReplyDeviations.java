package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// Deviations in a response's header, and in reserved bits of a response.
final class ReplyDeviations {
  private static final int ONE_PART = (1 << 28) | 9;

  /// A part of the response, and the error in it.
  private record HeaderAspect(String word, String text, Consumer<Transaction> spoil) {}

  /// A selection of responses.
  ///
  /// @param which creates, for each device, a predicate that selects them
  private record ResponseScope(
      String word, String text, Set<NodeKind> kinds, Supplier<Predicate<Transaction>> which) {
    ResponseScope(String word, String text, Set<NodeKind> kinds, Predicate<Transaction> which) {
      this(word, text, kinds, () -> which);
    }
  }

  private static final List<HeaderAspect> ASPECTS =
      List.of(
          flipped("attribute-id", MadHeader.ATTRIBUTE_ID),
          flipped("attribute-modifier", MadHeader.ATTRIBUTE_MODIFIER),
          flipped("transaction-id", MadHeader.TRANSACTION_ID),
          flipped("class", MadHeader.MGMT_CLASS, 0x80),
          flipped("method", MadHeader.METHOD, 0x03),
          flipped("base-version", MadHeader.BASE_VERSION, 0x03),
          flipped("class-version", MadHeader.CLASS_VERSION, 0x03),
          flipped("m-key", Smp.M_KEY),
          flipped("class-status", MadStatus.CLASS_STATUS, 0x01),
          flipped("redirect", MadStatus.REDIRECT, 0x01),
          flipped("status-code", MadStatus.CODE, 0x07),
          withBit("reserved-status-bit", "a reserved bit of Status", 5, 0x20),
          withBit("reserved-header-bit", "a reserved bit of the header", 19, 0x01),
          withBit("reserved-smp-bit", "a reserved bit of the SMP", 63, 0x80));

  /// Aspects that not every response has.
  private static final List<HeaderAspect> RARE_ASPECTS =
      List.of(
          new HeaderAspect(
              "reserved-attribute-bit",
              "a reserved bit of NodeInfo, PortInfo or SwitchInfo set",
              ReplyDeviations::reservedOfAttribute),
          new HeaderAspect(
              "busy-beside-code",
              "Status.Busy set beside a code other than 0",
              ReplyDeviations::busyBesideCode));

  private static final List<ResponseScope> SCOPES =
      List.of(
          new ResponseScope("", "every response", ALL, _ -> true),
          new ResponseScope("-to-set", "the response to a Set", ALL, Edits::isSet),
          new ResponseScope(
              "-to-get-after-set",
              "the response to a Get right after a Set",
              ALL,
              ReplyDeviations::afterSet),
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

  /// Periods with which the responses of a long test are wrong at one step or another.
  private static final List<Integer> PERIODS = List.of(12, 35, 51);

  private ReplyDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            SCOPES.stream().flatMap(scope -> ASPECTS.stream().map(a -> deviation(a, scope))),
            SCOPES.stream()
                .limit(3)
                .flatMap(scope -> RARE_ASPECTS.stream().map(a -> deviation(a, scope))),
            PERIODS.stream().map(ReplyDeviations::inTurn))
        .flatMap(all -> all)
        .toList();
  }

  private static DeviationSpec deviation(HeaderAspect aspect, ResponseScope scope) {
    return DeviationSpec.of(
        "reply." + aspect.word() + scope.word(),
        "has " + aspect.text() + " in " + scope.text(),
        scope.kinds(),
        seams -> Edits.responses(scope.which().get(), aspect.spoil()).accept(seams));
  }

  /// Executes requests, but periodically responds with an error.
  private static DeviationSpec inTurn(int period) {
    return DeviationSpec.of(
        "reply.wrong-status-code-each-%d".formatted(period),
        "has Status.Code 7 in one of every %d responses with an attribute".formatted(period),
        ALL,
        seams -> {
          Map<Integer, Integer> counts = new HashMap<>();
          Edits.responses(
                  t -> MadStatus.CODE.get(t.response(), 0) == MadStatus.OK,
                  t -> {
                    int count = counts.merge(t.attributeId(), 1, Integer::sum);
                    MadStatus.CODE.set(t.response(), 0, count % period == 0 ? 7 : MadStatus.OK);
                  })
              .accept(seams);
        });
  }

  private static Predicate<Transaction> afterSet() {
    boolean[] wasSet = new boolean[1];
    return t -> {
      boolean isAfter = wasSet[0] && Edits.isGet(t);
      wasSet[0] = Edits.isSet(t);
      return isAfter;
    };
  }

  private static HeaderAspect flipped(String word, Field field) {
    return flipped(word, field, 1);
  }

  private static HeaderAspect flipped(String word, Field field, long bits) {
    return new HeaderAspect(
        "wrong-" + word,
        "a wrong " + field.name(),
        t -> field.set(t.response(), 0, field.get(t.response(), 0) ^ bits));
  }

  /// @param offset offset of an octet in the MAD
  private static HeaderAspect withBit(String word, String text, int offset, int bit) {
    return new HeaderAspect(word, text + " set", t -> setBit(t, offset, bit));
  }

  private static void setBit(Transaction t, int offset, int bit) {
    byte octet = t.response().get(ValueLayout.JAVA_BYTE, offset);
    t.response().set(ValueLayout.JAVA_BYTE, offset, (byte) (octet | bit));
  }

  private static void busyBesideCode(Transaction t) {
    if (MadStatus.CODE.get(t.response(), 0) != MadStatus.OK) {
      MadStatus.BUSY.set(t.response(), 0, 1);
    }
  }

  private static void reservedOfAttribute(Transaction t) {
    if (MadStatus.CODE.get(t.response(), 0) != MadStatus.OK) {
      return;
    }
    if (Edits.isOf(PORT_INFO, t)) {
      setBit(t, Smp.DATA + 34, 0x20);
    } else if (Edits.isOf(SWITCH_INFO, t)) {
      setBit(t, Smp.DATA + 17, 0x01);
    } else if (Edits.isOf(NODE_INFO, t)) {
      setBit(t, Smp.DATA + 63, 0x01);
    }
  }
}
