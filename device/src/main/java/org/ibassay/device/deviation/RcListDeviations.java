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

/// Deviations of an adapter in what its host asks for with a request or receive: a fence, and a
/// scatter/gather list.
final class RcListDeviations {
  private static final Set<ListUse> ALL = Set.of(ListUse.values());
  private static final Set<ListUse> SENT = Set.of(ListUse.SENT);
  private static final Set<ListUse> READ = Set.of(ListUse.READ);
  private static final Set<ListUse> RECEIVE = Set.of(ListUse.RECEIVE);
  private static final int WORD = 4;

  private RcListDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        fence("fence-not-heeded", "does not heed fences", (_, _, _) -> false),
        fence(
            "fence-of-writes-not-heeded",
            "does not heed fences of RDMA WRITEs",
            (fenced, _, _) -> !(fenced instanceof SendRequest.Write)),
        fence(
            "fence-of-reads-not-heeded",
            "does not heed fences of READs",
            (fenced, _, _) -> !(fenced instanceof SendRequest.Read)),
        fence(
            "fence-for-reads-only",
            "heeds a fence after READs, not after atomics",
            (_, before, _) -> before instanceof SendRequest.Read),
        fence(
            "fence-for-atomics-only",
            "heeds a fence after atomics, not after READs",
            (_, before, _) -> !(before instanceof SendRequest.Read)),
        fence(
            "fence-until-first-response",
            "begins a request with a fence at the first response packet of the READ before",
            (_, _, answered) -> answered == 0),
        deviation(
            "fence-for-oldest",
            "begins a request with a fence once the oldest READ or atomic before is complete",
            seams -> {
              Map<SendRequest, SendRequest> oldest = new HashMap<>();
              seams.fence.depart(_ ->
                  (fenced, before, _) ->
                      oldest.computeIfAbsent(fenced, _ -> before).equals(before));
            }),
        deviation(
            "fence-overtaken",
            "begins what was posted after a request that waits because of its fence",
            seams -> seams.overtakesFence.depart(_ -> _ -> true)),
        deviation(
            "fence-with-old-data",
            "sends with a fence what the memory held when the request was posted",
            seams -> seams.fencedData.depart(_ -> (_, posted) -> posted)),
        lists(
            "sge-lengths-wrong",
            "takes all parts of a list to be as long as the first",
            ALL,
            RcListDeviations::asFirst),
        lists(
            "sge-read-lengths-wrong",
            "takes all parts of a READ's list to be as long as the first",
            READ,
            RcListDeviations::asFirst),
        lists("sge-only-first", "uses the first part of a list only", ALL, list -> first(list, 1)),
        lists(
            "sge-only-two", "uses the first two parts of a list only", ALL, list -> first(list, 2)),
        lists(
            "sge-empty-ends-list",
            "takes an empty part for the end of a list",
            ALL,
            list -> list.subList(0, untilEmpty(list))),
        lists(
            "sge-empty-ends-sent-list",
            "takes an empty part for the end of what it sends",
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
            "writes what it receives after the first part of a list, not into the next part",
            RECEIVE,
            RcListDeviations::inOne),
        lists(
            "sge-read-in-one",
            "writes a READ's data after the first part of a list, not into the next part",
            READ,
            RcListDeviations::inOne),
        lists(
            "sge-third-at-first",
            "takes the third part of a list from where the first begins",
            ALL,
            RcListDeviations::thirdAtFirst));
  }

  private static DeviationSpec fence(String name, String text, FenceRule wrong) {
    return deviation(name, text, seams -> seams.fence.depart(_ -> wrong));
  }

  private static DeviationSpec lists(
      String name, String text, Set<ListUse> uses, UnaryOperator<List<Piece>> wrong) {
    Predicate<Buffer> isList = buffer -> buffer.pieces().size() > 1;
    return deviation(
        name,
        text,
        seams ->
            seams.lists.depart(_ ->
                (use, list) ->
                    uses.contains(use) && isList.test(list)
                        ? new Buffer(wrong.apply(list.pieces()))
                        : list));
  }

  private static List<Piece> asFirst(List<Piece> list) {
    return list.stream().map(piece -> withBytes(piece, list.getFirst().bytes())).toList();
  }

  private static List<Piece> inWords(List<Piece> list) {
    return list.stream()
        .map(piece -> withBytes(piece, Math.ceilDiv(piece.bytes(), WORD) * WORD))
        .toList();
  }

  private static List<Piece> first(List<Piece> list, int count) {
    return list.subList(0, Math.min(count, list.size()));
  }

  private static int untilEmpty(List<Piece> list) {
    int end = list.stream().map(Piece::bytes).toList().indexOf(0);
    return end < 0 ? list.size() : end;
  }

  private static List<Piece> inOne(List<Piece> list) {
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
