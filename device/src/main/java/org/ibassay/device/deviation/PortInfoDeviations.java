package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;

/// Deviations in how a port of a channel adapter or router handles a Set(PortInfo).
final class PortInfoDeviations {
  private PortInfoDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    IllegalValue.all().forEach(value -> all.addAll(ways(value)));
    all.addAll(refusals());
    all.addAll(PortInfoRefusalDeviations.all());
    return all;
  }

  /// The deviations for an illegal value.
  private static List<DeviationSpec> ways(IllegalValue value) {
    List<DeviationSpec> ways = new ArrayList<>();
    String word = value.word();
    ways.add(way(value, "accepts-" + word, "accepts", Ruling.STORE, (_, _, _) -> true));
    ways.add(
        way(
            value,
            "ignores-" + word,
            "answers code 0 to, but does not store,",
            Ruling.SKIP,
            (_, _, _) -> true));
    ways.add(
        way(
            value,
            "stores-refused-" + word,
            "answers code 7 to, but stores,",
            Ruling.STORE_AND_REFUSE,
            (_, _, _) -> true));
    ways.add(
        way(
            value,
            "accepts-" + word + "-by-number",
            "accepts, in a Set that names the port's own number,",
            Ruling.STORE,
            (t, _, _) -> PortInfoEdits.isByNumber(t)));
    ways.add(
        way(
            value,
            "accepts-" + word + "-on-port-2",
            "accepts, on port 2 only,",
            Ruling.STORE,
            (_, port, _) -> port.number() == 2));
    if (!value.isAlone()) {
      ways.add(
          way(
              value,
              "accepts-one-" + word,
              "accepts 0x%X, of the".formatted(value.one()),
              Ruling.STORE,
              (_, _, asked) -> asked == value.one()));
    }
    return ways;
  }

  /// When a deviation is visible.
  private interface Condition {
    boolean is(Transaction t, Port port, long asked);
  }

  private static DeviationSpec way(
      IllegalValue value, String name, String does, Ruling wrong, Condition when) {
    DeviationSpec deviation =
        DeviationSpec.of(
            "portinfo." + name,
            does + " " + value.text(),
            WITH_END_PORTS,
            rules((t, port, field, asked, right) ->
                right == Ruling.REFUSE
                        && field.equals(value.field())
                        && value.which().allows(asked, port.info())
                        && when.is(t, port, asked)
                    ? wrong
                    : right));
    for (var parameter : value.given().entrySet()) {
      deviation = deviation.on(parameter.getKey(), parameter.getValue());
    }
    return deviation;
  }

  private static List<DeviationSpec> refusals() {
    return List.of(
        of("refuses-everything", "rejects every Set with code 7", refusing((_, _) -> true)),
        of(
            "refuses-everything-by-number",
            "rejects every Set that names the port's own number",
            refusing((t, _) -> PortInfoEdits.isByNumber(t))),
        of(
            "refuses-everything-on-port-2",
            "rejects every Set on port 2",
            refusing((_, port) -> port.number() == 2)),
        of(
            "refuses-no-change",
            "rejects PortState 0, which means \"no change\"",
            rules((_, _, field, asked, right) ->
                field.equals(PortInfo.PORT_STATE) && asked == 0 ? Ruling.REFUSE : right)),
        code("refuses-with-code-3", "rejects illegal values with code 3, not 7", _ -> true),
        code(
            "refuses-one-with-code-3",
            "rejects NeighborMTU 0 with code 3, not 7",
            t -> t.asked(PortInfo.NEIGHBOR_MTU) == 0),
        of("refuses-silently", "does not answer a Set that it rejects", silently()),
        of("get-refused", "answers each Get with the right data but code 7", getCode(_ -> true)),
        of(
            "get-refused-by-number",
            "answers Gets that name the port's own number with code 7",
            getCode(PortInfoEdits::isByNumber)),
        of(
            "get-refused-by-zero",
            "answers Gets that name no port with code 7",
            getCode(t -> !PortInfoEdits.isByNumber(t))));
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("portinfo." + name, summary + " (PortInfo)", WITH_END_PORTS, effect);
  }

  /// Decides differently on a field.
  interface FieldRule {
    Ruling rule(Transaction t, Port port, Field field, long asked, Ruling right);
  }

  static Consumer<Seams> rules(FieldRule otherwise) {
    return seams ->
        seams.portInfo.deviate(rules ->
            (t, port, field, asked) ->
                otherwise.rule(t, port, field, asked, rules.rule(t, port, field, asked)));
  }

  private interface PortChoice {
    boolean is(Transaction t, Port port);
  }

  private static Consumer<Seams> refusing(PortChoice whose) {
    return rules((t, port, _, _, right) -> whose.is(t, port) ? Ruling.REFUSE : right);
  }

  private static DeviationSpec code(String name, String summary, Predicate<Transaction> which) {
    return of(
        name,
        summary,
        Edits.codes(
            PORT_INFO,
            (t, code) ->
                Edits.isSet(t) && code == INVALID_FIELD && which.test(t)
                    ? BAD_METHOD_ATTRIBUTE
                    : code));
  }

  private static Consumer<Seams> getCode(Predicate<Transaction> which) {
    return Edits.codes(
        PORT_INFO,
        (t, code) -> Edits.isGet(t) && code == OK && which.test(t) ? INVALID_FIELD : code);
  }

  private static Consumer<Seams> silently() {
    return Edits.responses(
        t ->
            Edits.isSet(t)
                && Edits.isOf(PORT_INFO, t)
                && MadStatus.CODE.get(t.response(), 0) == INVALID_FIELD,
        Transaction::withholdResponse);
  }
}
