package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.wire.sa.MultiPathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.MultiPathRecord.D_GID_COUNT;
import static org.ibassay.wire.sa.MultiPathRecord.NUMB_PATH;
import static org.ibassay.wire.sa.MultiPathRecord.SD_GID;
import static org.ibassay.wire.sa.MultiPathRecord.S_GID_COUNT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.MultiPathRecord;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in the paths for a MultiPathRecord request.
final class MultiPathDeviations {
  private static final Predicate<SaCall> MULTI = SaEdits.calls(SaMethod.GET_MULTI, ATTRIBUTE);
  private static final int OTHER_FAMILY = 0x0100;

  private MultiPathDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(headers(), ends(), components(), refusals()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> headers() {
    return List.of(
        deviation(
            "multipath.own-attribute",
            "returns PathRecords with the AttributeID of MultiPathRecord",
            SaEdits.messages(
                MULTI, message -> MadHeader.ATTRIBUTE_ID.set(message, 0, ATTRIBUTE.id()))),
        deviation(
            "multipath.other-attribute",
            "returns PathRecords with an AttributeID other than that of PathRecord",
            SaEdits.messages(
                MULTI,
                message ->
                    MadHeader.ATTRIBUTE_ID.set(
                        message, 0, PathRecord.ATTRIBUTE.id() ^ OTHER_FAMILY))),
        deviation(
            "multipath.refused",
            "rejects requests of MultiPathRecord, which it declares to know",
            answers(MULTI, _ -> RecordAnswer.UNSUPPORTED)),
        deviation(
            "multipath.empty",
            "finds no paths for a MultiPathRecord",
            answers(MULTI, answer -> answer.withRecords(List.of()))),
        deviation(
            "multipath.silent",
            "does not answer requests of MultiPathRecord",
            seams ->
                seams.administration.deviate(rules ->
                    new SaRules.Overlay(rules) {
                      @Override
                      public boolean hears(SaCall call) {
                        return super.hears(call) && !MULTI.test(call);
                      }
                    })),
        deviation(
                "multipath.undeclared-success",
                "answers a MultiPathRecord with success and no paths, although it declares none",
                answers(MULTI, _ -> RecordAnswer.of(List.of())))
            .on(SimParameter.MULTIPATH, 0));
  }

  private static List<DeviationSpec> ends() {
    return List.of(
        deviation(
            "multipath.backwards",
            "returns the paths of a MultiPathRecord from destination to source",
            records((_, record) -> {
              Gid from = Gid.get(PathRecord.SGID, record, 0);
              Gid to = Gid.get(PathRecord.DGID, record, 0);
              from.set(PathRecord.DGID, record, 0);
              to.set(PathRecord.SGID, record, 0);
            })),
        deviation(
            "multipath.lids-swapped",
            "swaps SLID and DLID in the paths of a MultiPathRecord",
            records((_, record) -> {
              long from = PathRecord.SLID.get(record, 0);
              PathRecord.SLID.set(record, 0, PathRecord.DLID.get(record, 0));
              PathRecord.DLID.set(record, 0, from);
            })),
        deviation(
            "multipath.first-destination-only",
            "has the first destination in all paths of a MultiPathRecord",
            records((call, record) -> {
              int first = (int) call.asked(S_GID_COUNT);
              if (first > 0 && first < SD_GID.count()) {
                Gid.get(SD_GID, call.mad(), SaHeader.DATA, first).set(PathRecord.DGID, record, 0);
              }
            })),
        deviation(
            "multipath.to-itself",
            "also returns a path from each source to itself for a MultiPathRecord",
            SaEdits.answersTo(MULTI, (_, answer) -> withLoop(answer))),
        changed("mtu", PathRecord.MTU),
        changed("rate", PathRecord.RATE),
        changed("life-time", PathRecord.PACKET_LIFE_TIME),
        deviation(
            "multipath.selector-0",
            "leaves the selectors in the paths of a MultiPathRecord 0",
            records((_, record) -> PathRecord.MTU_SELECTOR.set(record, 0, 0))),
        deviation(
            "multipath.rate-of-second",
            "returns another Rate in the second path of a MultiPathRecord",
            SaEdits.answersTo(
                MULTI,
                (_, answer) -> {
                  if (answer.records().size() > 1) {
                    MemorySegment second = answer.records().get(1);
                    PathRecord.RATE.set(second, 0, PathRecord.RATE.get(second, 0) ^ 1);
                  }
                  return answer;
                })));
  }

  private static RecordAnswer withLoop(RecordAnswer answer) {
    if (answer.records().isEmpty()) {
      return answer;
    }
    List<MemorySegment> more = new ArrayList<>(answer.records());
    MemorySegment loop =
        MemorySegment.ofArray(answer.records().getFirst().toArray(ValueLayout.JAVA_BYTE));
    Gid.get(PathRecord.SGID, loop, 0).set(PathRecord.DGID, loop, 0);
    more.addFirst(loop);
    return answer.withRecords(more.subList(0, answer.records().size()));
  }

  private static DeviationSpec changed(String name, Field field) {
    return deviation(
        "multipath.other-" + name,
        "returns another %s for a MultiPathRecord than for a PathRecord".formatted(field.name()),
        records((_, record) -> field.set(record, 0, field.get(record, 0) ^ 1)));
  }

  private static Consumer<Seams> records(BiConsumer<SaCall, MemorySegment> edit) {
    return SaEdits.records(MULTI, edit);
  }

  private static List<DeviationSpec> components() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Field field :
        List.of(
            NUMB_PATH,
            MultiPathRecord.P_KEY,
            MultiPathRecord.SL,
            MultiPathRecord.MTU,
            MultiPathRecord.RATE,
            MultiPathRecord.PACKET_LIFE_TIME)) {
      String word = field.name().toLowerCase(Locale.ROOT).replace('_', '-');
      all.add(
          deviation(
              "multipath.%s-ignored".formatted(word),
              "ignores %s in a MultiPathRecord".formatted(field.name()),
              SaEdits.ignores(MULTI, ATTRIBUTE, field)));
    }
    all.add(
        deviation(
            "multipath.numbpath-plus-1",
            "returns one path more than NumbPath of a MultiPathRecord allows",
            seams ->
                seams.administration.deviate(rules ->
                    new SaRules.Overlay(rules) {
                      @Override
                      public long componentMask(SaCall call) {
                        long mask = super.componentMask(call);
                        if (MULTI.test(call) && call.asked(NUMB_PATH) > 1) {
                          NUMB_PATH.set(call.mad(), SaHeader.DATA, call.asked(NUMB_PATH) + 1);
                        }
                        return mask;
                      }
                    })));
    return all;
  }

  private static List<DeviationSpec> refusals() {
    return List.of(
        deviation(
            "multipath.unknown-gid-taken",
            "mistakes an unknown GID in a MultiPathRecord for the requester's",
            seams -> understood(seams, SaStatus.REQ_INVALID_GID)),
        deviation(
            "multipath.counts-taken",
            "returns a path for a MultiPathRecord with a wrong SGIDCount or DGIDCount",
            seams -> understood(seams, SaStatus.REQ_INVALID)),
        deviation(
            "multipath.counts-unnamed",
            "returns a path for a MultiPathRecord whose ComponentMask lacks a count",
            seams -> understood(seams, SaStatus.REQ_INSUFFICIENT_COMPONENTS)),
        deviation(
            "multipath.deaf-afterwards",
            "answers no MultiPathRecord after one with DGIDCount 200",
            seams -> {
              boolean[] isDeaf = {false};
              seams.administration.deviate(rules ->
                  new SaRules.Overlay(rules) {
                    @Override
                    public RecordAnswer answer(SaCall call, RecordAnswer found) {
                      RecordAnswer answer = super.answer(call, found);
                      boolean isRefused = MULTI.test(call) && isDeaf[0];
                      isDeaf[0] |= MULTI.test(call) && call.asked(D_GID_COUNT) > 100;
                      return isRefused ? RecordAnswer.refused(SaStatus.NO_RESOURCES) : answer;
                    }
                  });
            }));
  }

  /// Repeats the last successful response if a request should be rejected.
  private static void understood(Seams seams, int status) {
    List<RecordAnswer> good = new ArrayList<>();
    seams.administration.deviate(rules ->
        new SaRules.Overlay(rules) {
          @Override
          public RecordAnswer answer(SaCall call, RecordAnswer found) {
            RecordAnswer answer = super.answer(call, found);
            if (MULTI.test(call) && !answer.records().isEmpty()) {
              good.add(answer);
            }
            boolean isTaken =
                MULTI.test(call) && !good.isEmpty() && SaStatus.of(answer.status()) == status;
            return isTaken ? good.getLast() : answer;
          }
        });
  }
}
