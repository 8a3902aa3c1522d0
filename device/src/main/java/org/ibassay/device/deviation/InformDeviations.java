package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.records;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.InformInfo.ATTRIBUTE;
import static org.ibassay.wire.sa.InformInfo.SUBSCRIBE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.ReportRules;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.InformInfoRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in subscriptions to events.
final class InformDeviations {
  private static final Predicate<SaCall> SET = calls(SaMethod.SET, ATTRIBUTE);
  private static final Predicate<SaCall> BEGINS = SET.and(call -> call.asked(SUBSCRIBE) == 1);
  private static final Predicate<SaCall> ENDS = SET.and(call -> call.asked(SUBSCRIBE) == 0);
  private static final Predicate<SaCall> TABLE = tables(InformInfoRecord.ATTRIBUTE);
  private static final Gid NONE = new Gid(0, 0);

  private InformDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(copies(), shown(), kept(), mistaken(), trusts(), refusals())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> copies() {
    return List.of(
        copy("subscribe-0", SUBSCRIBE, _ -> 0),
        copy("trap-number-0", InformInfo.TRAP_NUMBER_DEVICE_ID, _ -> 0),
        copy("type-all", InformInfo.TYPE, _ -> 0xFFFF),
        copy("is-generic-0", InformInfo.IS_GENERIC, _ -> 0),
        copy("producer-type-0", InformInfo.PRODUCER_TYPE_VENDOR_ID, _ -> 0),
        copy("lid-range-begin-0", InformInfo.LID_RANGE_BEGIN, _ -> 0),
        copy("lid-range-end-all", InformInfo.LID_RANGE_END, _ -> 0xFFFF),
        copy("resp-time-value-0", InformInfo.RESP_TIME_VALUE, _ -> 0),
        deviation(
            "inform.answer-empty",
            "confirms a subscription by an InformInfo of zeros",
            records(BEGINS, (_, record) -> record.fill((byte) 0))));
  }

  private static DeviationSpec copy(String name, Field field, LongUnaryOperator wrong) {
    return deviation(
        "inform.answer-" + name,
        "confirms a subscription with another " + field.name(),
        records(
            BEGINS, (_, record) -> field.set(record, 0, wrong.applyAsLong(field.get(record, 0)))));
  }

  private static List<DeviationSpec> shown() {
    return List.of(
        record("trap-number-next", InformInfo.TRAP_NUMBER_DEVICE_ID, number -> number + 1),
        record("type-all", InformInfo.TYPE, _ -> 0xFFFF),
        record("is-generic-0", InformInfo.IS_GENERIC, _ -> 0),
        record("producer-type-all", InformInfo.PRODUCER_TYPE_VENDOR_ID, _ -> 0xFF_FFFF),
        record("lid-range-begin-0", InformInfo.LID_RANGE_BEGIN, _ -> 0),
        deviation(
            "inform.record-subscriber-other",
            "returns another SubscriberGID in InformInfoRecord",
            records(
                TABLE,
                (_, record) -> {
                  Gid gid = Gid.get(InformInfoRecord.SUBSCRIBER_GID, record, 0);
                  Gid other = new Gid(gid.prefix(), gid.guid() ^ 1);
                  other.set(InformInfoRecord.SUBSCRIBER_GID, record, 0);
                })),
        deviation(
            "inform.records-missing",
            "returns no InformInfoRecords",
            answers(TABLE, _ -> RecordAnswer.of(List.of()))),
        deviation(
            "inform.last-record-missing",
            "returns all InformInfoRecords but the last",
            answers(
                TABLE,
                answer ->
                    answer.records().isEmpty()
                        ? answer
                        : answer.withRecords(
                            answer.records().subList(0, answer.records().size() - 1)))));
  }

  private static DeviationSpec record(String name, Field field, LongUnaryOperator wrong) {
    Field inRecord = InformInfoRecord.INFORM_INFO.of(field);
    return deviation(
        "inform.record-" + name,
        "returns another %s in InformInfoRecord".formatted(field.name()),
        records(
            TABLE,
            (_, record) -> inRecord.set(record, 0, wrong.applyAsLong(inRecord.get(record, 0)))));
  }

  private static List<DeviationSpec> kept() {
    return List.of(
        rules(
            "only-confirmed",
            "confirms a subscription and keeps none",
            new ReportRules() {
              @Override
              public boolean keeps(MemorySegment informInfo) {
                return false;
              }
            }),
        rules(
            "kept-twice",
            "keeps two subscriptions after two identical requests",
            new ReportRules() {
              @Override
              public boolean keepsOnce(MemorySegment informInfo) {
                return false;
              }
            }),
        rules(
            "vendor-kept-twice",
            "keeps two subscriptions after two identical requests with IsGeneric 0",
            new ReportRules() {
              @Override
              public boolean keepsOnce(MemorySegment informInfo) {
                return InformInfo.IS_GENERIC.get(informInfo, 0) == 1;
              }
            }),
        rules(
            "one-a-port",
            "keeps one subscription of each port",
            new ReportRules() {
              @Override
              public boolean isSame(MemorySegment one, MemorySegment other) {
                return true;
              }
            }),
        rules(
            "end-ends-all",
            "ends all subscriptions of a port at one unsubscription",
            new ReportRules() {
              @Override
              public boolean isSame(MemorySegment one, MemorySegment other) {
                return SUBSCRIBE.get(other, 0) == 0 || ReportRules.super.isSame(one, other);
              }
            }),
        rules(
            "end-of-any-qp",
            "ignores QPN when a subscription ends",
            new ReportRules() {
              @Override
              public boolean isOfQp(MemorySegment kept, MemorySegment end) {
                return true;
              }
            }),
        rules(
            "not-ended",
            "confirms the end of a subscription and keeps it",
            new ReportRules() {
              @Override
              public boolean forgets() {
                return false;
              }
            }),
        status("begin-status-no-resources", "begins", BEGINS, SaStatus.NO_RESOURCES),
        status("end-status-no-records", "ends", ENDS, SaStatus.NO_RECORDS));
  }

  private static List<DeviationSpec> mistaken() {
    return List.of(
        mistakes(InformInfo.LID_RANGE_BEGIN, "lid-range-begin"),
        mistakes(InformInfo.LID_RANGE_END, "lid-range-end"),
        mistakes(InformInfo.GID_FIELD, "gid"),
        mistakes(InformInfo.IS_GENERIC, "is-generic"),
        mistakes(InformInfo.TYPE, "type"),
        mistakes(InformInfo.TRAP_NUMBER_DEVICE_ID, "trap-number"),
        mistakes(InformInfo.PRODUCER_TYPE_VENDOR_ID, "producer-type"));
  }

  private static DeviationSpec mistakes(Field field, String name) {
    return rules(
        "same-but-" + name,
        "mistakes subscriptions that differ in %s only for one".formatted(field.name()),
        new ReportRules() {
          @Override
          public boolean isSame(MemorySegment one, MemorySegment other) {
            MemorySegment like = MemorySegment.ofArray(one.toArray(ValueLayout.JAVA_BYTE));
            field.slice(like, 0).copyFrom(field.slice(other, 0));
            return ReportRules.super.isSame(like, other);
          }
        });
  }

  private static DeviationSpec status(
      String name, String what, Predicate<SaCall> which, int status) {
    return deviation(
        "inform." + name,
        "%s a subscription and answers %s".formatted(what, SaStatus.name(status)),
        answers(
            which,
            answer ->
                answer.status() == 0 ? answer.withStatus(SaStatus.inStatus(status)) : answer));
  }

  private static List<DeviationSpec> trusts() {
    return List.of(
        rules(
            "security-to-all",
            "accepts a subscription to security traps without SM_Key",
            new ReportRules() {
              @Override
              public boolean needsTrust(MemorySegment informInfo) {
                return false;
              }
            }),
        rules(
            "security-259-to-all",
            "accepts a subscription to trap 259 without SM_Key",
            new ReportRules() {
              @Override
              public boolean needsTrust(MemorySegment informInfo) {
                return ReportRules.super.needsTrust(informInfo)
                    && InformInfo.TRAP_NUMBER_DEVICE_ID.get(informInfo, 0) != 259;
              }
            }),
        rules(
            "qpn-shown",
            "returns the QPN of a subscriber to a requester without SM_Key",
            new ReportRules() {
              @Override
              public boolean showsQpn(boolean isTrusted) {
                return true;
              }
            }),
        rules(
            "qpn-hidden",
            "returns QPN 0 to a requester with the SM_Key",
            new ReportRules() {
              @Override
              public boolean showsQpn(boolean isTrusted) {
                return false;
              }
            }));
  }

  private static List<DeviationSpec> refusals() {
    return List.of(
        rules(
            "unknown-end-is-ok",
            "confirms the end of a subscription that does not exist",
            new ReportRules() {
              @Override
              public boolean refusesUnknown() {
                return false;
              }
            }),
        rules(
            "subscribe-2-is-ok",
            "accepts Subscribe 2",
            new ReportRules() {
              @Override
              public boolean isLegal(int subscribe) {
                return true;
              }
            }),
        rules(
            "unknown-port-is-ok",
            "accepts a GID that no port has",
            new ReportRules() {
              @Override
              public boolean needsKnownPort() {
                return false;
              }
            }),
        deviation(
            "inform.refused-port-kept",
            "rejects a GID that no port has, but keeps the subscription",
            seams -> {
              seams.reports.deviate(_ ->
                  new ReportRules() {
                    @Override
                    public boolean needsKnownPort() {
                      return false;
                    }
                  });
              answersTo(
                      BEGINS.and(call ->
                          !call.askedGid(InformInfo.GID_FIELD).equals(NONE)
                              && call.subnet()
                                  .byGid(call.askedGid(InformInfo.GID_FIELD))
                                  .isEmpty()),
                      (_, _) -> RecordAnswer.refused(SaStatus.REQ_INVALID))
                  .accept(seams);
            }),
        deviation(
            "inform.refused-subscribe-1",
            "rejects a subscription with Subscribe 1",
            answers(
                BEGINS,
                answer -> {
                  if (answer.status() != 0) {
                    answer.records().forEach(record -> SUBSCRIBE.set(record, 0, 1));
                  }
                  return answer;
                })),
        deviation(
                "inform.absent-is-ok",
                "has no subscriptions and confirms the end of one",
                answers(SET, _ -> RecordAnswer.of(List.of())))
            .on(SimParameter.SUBSCRIPTIONS, 0));
  }

  private static DeviationSpec rules(String name, String text, ReportRules rules) {
    return deviation("inform." + name, text, seams -> seams.reports.deviate(_ -> rules));
  }
}
