package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.OneWayFamily.UC;
import static org.ibassay.device.deviation.OneWayFamily.UD;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.rc.RcSeams.ListUse;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Buffer.Piece;

/// Deviations in the scatter/gather lists of unreliable connections and datagrams.
final class OneWayListDeviations {
  private static final Set<ListUse> ALL = Set.of(ListUse.SENT, ListUse.RECEIVE);
  private static final Set<ListUse> SENT = Set.of(ListUse.SENT);
  private static final Set<ListUse> RECEIVE = Set.of(ListUse.RECEIVE);

  private OneWayListDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(UC, UD).flatMap(family -> of(family).stream()).toList();
  }

  private static List<DeviationSpec> of(OneWayFamily<?, ?, ?> family) {
    return List.of(
        lists(
            family,
            "sge-lengths-wrong",
            "treats all parts of a list as having the length of the first",
            ALL,
            RcListDeviations::asFirst),
        lists(
            family,
            "sge-only-two",
            "uses only the first two parts of a list",
            ALL,
            list -> list.subList(0, Math.min(2, list.size()))),
        lists(
            family,
            "sge-empty-ends-list",
            "mistakes an empty part for the end of a list",
            ALL,
            list -> list.subList(0, RcListDeviations.untilEmpty(list))),
        lists(
            family,
            "sge-sent-backwards",
            "sends the last part of a list first",
            SENT,
            List::reversed),
        lists(
            family,
            "sge-sent-in-words",
            "sends each part of a list up to a multiple of 4 bytes",
            SENT,
            RcListDeviations::inWords),
        lists(
            family,
            "sge-received-backwards",
            "fills the last part of a receive's list first",
            RECEIVE,
            List::reversed),
        lists(
            family,
            "sge-received-in-one",
            "writes received data past the first part of a list instead of into the next part",
            RECEIVE,
            RcListDeviations::inOne),
        lists(
            family,
            "sge-third-unused",
            "writes received data past the second part of a list instead of into the third",
            RECEIVE,
            OneWayListDeviations::intoSecond));
  }

  private static List<Piece> intoSecond(List<Piece> list) {
    return list.size() < 3
        ? list
        : Stream.concat(
                Stream.of(list.getFirst()),
                RcListDeviations.inOne(list.subList(1, list.size())).stream())
            .toList();
  }

  private static DeviationSpec lists(
      OneWayFamily<?, ?, ?> family,
      String name,
      String text,
      Set<ListUse> uses,
      UnaryOperator<List<Piece>> wrong) {
    return family.deviation(
        name,
        text,
        seams ->
            seams.lists.deviate(_ ->
                (use, list) ->
                    uses.contains(use) && list.pieces().size() > 1
                        ? new Buffer(wrong.apply(list.pieces()))
                        : list));
  }
}
