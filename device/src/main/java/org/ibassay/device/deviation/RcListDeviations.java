package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.RcSeams.FenceRule;
import org.ibassay.device.rc.RcSeams.ListUse;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Buffer.Piece;
import org.ibassay.link.upper.SendRequest;

/// Deviations of an adapter in options of a work request: a fence, and a scatter/gather list.
final class RcListDeviations {
  private static final Set<ListUse> ALL = Set.of(ListUse.values());
  private static final Set<ListUse> SENT = Set.of(ListUse.SENT);
  private static final Set<ListUse> READ = Set.of(ListUse.READ);
  private static final Set<ListUse> RECEIVE = Set.of(ListUse.RECEIVE);
  private static final int WORD = 4;

  private RcListDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        fence("fence-not-heeded", "ignores fences", (_, _, _) -> false),
        fence(
            "fence-of-writes-not-heeded",
            "ignores fences of RDMA WRITEs",
            (fenced, _, _) -> !(fenced instanceof SendRequest.Write)),
        fence(
            "fence-of-reads-not-heeded",
            "ignores fences of READs",
            (fenced, _, _) -> !(fenced instanceof SendRequest.Read)),
        fence(
            "fence-for-reads-only",
            "honors a fence after READs, not after atomics",
            (_, before, _) -> before instanceof SendRequest.Read),
        fence(
            "fence-for-atomics-only",
            "honors a fence after atomics, not after READs",
            (_, before, _) -> !(before instanceof SendRequest.Read)),
        fence(
            "fence-until-first-response",
            "starts a fenced request at the first response packet of the preceding READ",
            (_, _, answered) -> answered == 0),
        deviation(
            "fence-for-oldest",
            "starts a fenced request once the oldest preceding READ or atomic is complete",
            seams -> {
              Map<SendRequest, SendRequest> oldest = new HashMap<>();
              seams.fence.deviate(_ ->
                  (fenced, before, _) ->
                      oldest.computeIfAbsent(fenced, _ -> before).equals(before));
            }),
        deviation(
            "fence-overtaken",
            "starts requests posted after one that waits for its fence",
            seams -> seams.overtakesFence.deviate(_ -> _ -> true)),
        deviation(
            "fence-with-old-data",
            "sends for a fenced request what the memory held when it was posted",
            seams -> seams.fencedData.deviate(_ -> (_, posted) -> posted)),
        lists(
            "sge-lengths-wrong",
            "treats all parts of a list as having the length of the first",
            ALL,
            RcListDeviations::asFirst),
        lists(
            "sge-read-lengths-wrong",
            "treats all parts of a READ's list as having the length of the first",
            READ,
            RcListDeviations::asFirst),
        lists("sge-only-first", "uses only the first part of a list", ALL, list -> first(list, 1)),
        lists(
            "sge-only-two", "uses only the first two parts of a list", ALL, list -> first(list, 2)),
        lists(
            "sge-empty-ends-list",
            "mistakes an empty part for the end of a list",
            ALL,
            list -> list.subList(0, untilEmpty(list))),
        lists(
            "sge-empty-ends-sent-list",
            "mistakes an empty part for the end of what it sends",
            SENT,
            list -> list.subList(0, untilEmpty(list))),
        lists("sge-sent-backwards", "sends the last part of a list first", SENT, List::reversed),
        lists(
            "sge-received-backwards",
            "fills the last part of a receive's list first",
            RECEIVE,
            List::reversed),
        lists(
            "sge-read-backwards",
            "fills the last part of a READ's list first",
            READ,
            List::reversed),
        lists(
            "sge-sent-in-words",
            "sends each part of a list up to a multiple of 4 bytes",
            SENT,
            RcListDeviations::inWords),
        lists(
            "sge-received-in-one",
            "writes received data past the first part of a list instead of into the next part",
            RECEIVE,
            RcListDeviations::inOne),
        lists(
            "sge-read-in-one",
            "writes a READ's data past the first part of a list instead of into the next part",
            READ,
            RcListDeviations::inOne),
        lists(
            "sge-third-at-first",
            "reads the third part of a list from the address of the first",
            ALL,
            RcListDeviations::thirdAtFirst));
  }

  private static DeviationSpec fence(String name, String text, FenceRule wrong) {
    return deviation(name, text, seams -> seams.fence.deviate(_ -> wrong));
  }

  private static DeviationSpec lists(
      String name, String text, Set<ListUse> uses, UnaryOperator<List<Piece>> wrong) {
    Predicate<Buffer> isList = buffer -> buffer.pieces().size() > 1;
    return deviation(
        name,
        text,
        seams ->
            seams.lists.deviate(_ ->
                (use, list) ->
                    uses.contains(use) && isList.test(list)
                        ? new Buffer(wrong.apply(list.pieces()))
                        : list));
  }

  static List<Piece> asFirst(List<Piece> list) {
    return list.stream().map(piece -> withBytes(piece, list.getFirst().bytes())).toList();
  }

  static List<Piece> inWords(List<Piece> list) {
    return list.stream()
        .map(piece -> withBytes(piece, Math.ceilDiv(piece.bytes(), WORD) * WORD))
        .toList();
  }

  private static List<Piece> first(List<Piece> list, int count) {
    return list.subList(0, Math.min(count, list.size()));
  }

  static int untilEmpty(List<Piece> list) {
    int end = list.stream().map(Piece::bytes).toList().indexOf(0);
    return end < 0 ? list.size() : end;
  }

  static List<Piece> inOne(List<Piece> list) {
    int bytes = new Buffer(list).bytes();
    return Collections.singletonList(withBytes(list.getFirst(), bytes));
  }

  private static List<Piece> thirdAtFirst(List<Piece> list) {
    List<Piece> wrong = new ArrayList<>(list);
    for (int i = 2; i < wrong.size(); i++) {
      Piece first = list.getFirst();
      wrong.set(i, new Piece(first.region(), first.at(), list.get(i).bytes()));
    }
    return wrong;
  }

  private static Piece withBytes(Piece piece, int bytes) {
    return new Piece(piece.region(), piece.at(), bytes);
  }
}
