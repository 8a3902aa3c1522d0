package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.PmaEdits.requests;
import static org.ibassay.device.deviation.PmaEdits.responses;
import static org.ibassay.wire.pm.PortSamplesControl.PORT_SELECT;
import static org.ibassay.wire.pm.PortSamplesControl.SAMPLE_STATUS;
import static org.ibassay.wire.pm.PortSamplesControl.TAG;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.pma.PmaCall;
import org.ibassay.device.pma.SampleSeams;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortSamplesControl;
import org.ibassay.wire.pm.PortSamplesResult;
import org.ibassay.wire.pm.PortSamplesResultExtended;

/// Deviations of performance management in sampling.
final class PmaSampleDeviations {
  private static final int ALL_PORTS = 255;
  private static final int COUNTERS = 15;
  private static final long FIXED_NANOS = 200_000_000;
  private static final int LAST_COUNTER = 4;

  /// An octet between CounterSelect14 and SamplesOnlyOptionMask.
  private static final int RESERVED = 70;

  private PmaSampleDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of(
            "set-ignored",
            "answers a Set of PortSamplesControl as a Get",
            requests(
                PmaSampleDeviations::isSet, c -> MadHeader.METHOD.set(c.mad(), 0, Method.GET))),
        of(
            "set-refused",
            "rejects a Set of PortSamplesControl with code 3",
            PmaEdits.code(PmaSampleDeviations::isSet, MadStatus.BAD_METHOD_ATTRIBUTE)),
        of(
            "tag-8-bits",
            "stores eight bits of Tag",
            requests(PmaSampleDeviations::isSet, c -> c.put(TAG, c.asked(TAG) & 0xFF))),
        of(
            "interval-16-bits",
            "stores 16 bits of SampleInterval",
            requests(
                PmaSampleDeviations::isSet,
                c ->
                    c.put(
                        PortSamplesControl.SAMPLE_INTERVAL,
                        c.asked(PortSamplesControl.SAMPLE_INTERVAL) & 0xFFFF))),
        of(
            "one-quantity",
            "counts the quantity of the first counter in each counter",
            requests(PmaSampleDeviations::isSet, PmaSampleDeviations::selectFirst)),
        control(
            "start-not-stored",
            "reads SampleStart as 0",
            c -> c.put(PortSamplesControl.SAMPLE_START, 0)),
        control(
            "width-5", "declares CounterWidth 5", c -> c.put(PortSamplesControl.COUNTER_WIDTH, 5)),
        control(
            "reserved",
            "has a reserved bit in PortSamplesControl",
            c -> c.mad().set(ValueLayout.JAVA_BYTE, PmaCall.DATA + RESERVED, (byte) 1)),
        control("no-port-select", "answers with PortSelect 0", c -> c.put(PORT_SELECT, 0)),
        control(
            "idle-status-3",
            "has SampleStatus 3 where no sample is under way",
            c -> c.put(SAMPLE_STATUS, c.data(SAMPLE_STATUS) == 0 ? 3 : c.data(SAMPLE_STATUS))),
        control(
            "control-status-0", "has SampleStatus 0 at all times", c -> c.put(SAMPLE_STATUS, 0)),
        written("tick-written", PortSamplesControl.TICK),
        written("masks-written", PortSamplesControl.COUNTER_MASKS1_TO9),
        written("option-mask-written", PortSamplesControl.OPTION_MASK),
        of(
            "get-starts",
            "starts a sample with a Get that has a SampleInterval",
            requests(
                c ->
                    c.isGet(PortSamplesControl.ATTRIBUTE)
                        && c.asked(PortSamplesControl.SAMPLE_INTERVAL) != 0,
                c -> MadHeader.METHOD.set(c.mad(), 0, Method.SET))),
        of(
            "missing-port-ok",
            "answers a Set of PortSamplesControl for a missing port with code 0",
            PmaEdits.code(c -> isSet(c) && isMissing(c), MadStatus.OK)),
        of(
            "missing-port-starts",
            "starts a sample with a Set for a missing port",
            requests(c -> isSet(c) && isMissing(c), c -> c.put(PORT_SELECT, 1))
                .andThen(PmaEdits.code(c -> isSet(c) && isMissing(c), MadStatus.INVALID_FIELD))),
        result(
            "result-tag-0", "has Tag 0 in PortSamplesResult", c -> c.put(PortSamplesResult.TAG, 0)),
        of(
            "result-tag-stale",
            "has the Tag of the last sample but one",
            PmaSampleDeviations::staleTag),
        of(
            "result-set-ok",
            "answers a Set of PortSamplesResult with code 0",
            PmaEdits.code(c -> c.isSet(PortSamplesResult.ATTRIBUTE), MadStatus.OK)),
        of(
            "result-set-stored",
            "stores the Tag of a Set of PortSamplesResult",
            shownTag(c -> c.isSet(PortSamplesResult.ATTRIBUTE), PortSamplesResult.TAG)),
        of(
            "busy-tag",
            "stores the Tag of a Set while a sample is under way",
            shownTag(PmaSampleDeviations::isSet, TAG)),
        of(
            "busy-code-3",
            "rejects a Set while a sample is under way with code 3",
            PmaEdits.code(
                c -> isSet(c) && c.data(TAG) != c.asked(TAG) && c.data(SAMPLE_STATUS) != 0,
                MadStatus.BAD_METHOD_ATTRIBUTE)),
        of(
            "restarts",
            "starts another sample while one is under way",
            seams -> seams.performance.samples.restarts.deviate(_ -> true)),
        of(
            "accumulate",
            "continues the counters of the sample before",
            seams -> seams.performance.samples.startsAtZero.deviate(_ -> false)),
        tallies(
            "counts-on",
            "counts after the sample, too",
            (status, right, count, _, _) -> status == 0 ? count : right),
        tallies(
            "counts-early",
            "counts during SampleStart, too",
            (status, right, count, _, _) -> status == 1 ? count : right),
        tallies("counts-nothing", "counts nothing", (_, _, _, _, _) -> 0),
        tallies(
            "packets-twice",
            "counts each received packet twice",
            (_, right, _, _, quantity) -> quantity == 4 ? 2 * right : right),
        tallies(
            "data-octets",
            "counts data in octets",
            (_, right, _, _, quantity) -> quantity <= 2 ? 4 * right : right),
        tallies(
            "fifth-counter-dead",
            "counts nothing in the fifth counter",
            (_, right, _, index, _) -> index == LAST_COUNTER ? 0 : right),
        tallies(
            "second-counter-without-data",
            "counts no data in the second counter",
            (_, right, _, index, quantity) -> index == 1 && quantity <= 2 ? 0 : right),
        of(
            "of-port-1",
            "samples port 1, whatever PortSelect specifies",
            requests(PmaSampleDeviations::isSet, c -> c.put(PORT_SELECT, 1))
                .andThen(
                    responses(
                        PmaSampleDeviations::isSet,
                        c -> c.put(PORT_SELECT, c.asked(PORT_SELECT))))),
        of(
            "clear-plain",
            "clears PortCounters with a Set of PortSamplesControl",
            PmaEdits.clearing(PmaSampleDeviations::isSet)),
        of("cleared-by-plain", "clears the sample with PortCounters", PmaSampleDeviations::cleared),
        of(
            "result-read-once",
            "clears the counters of a sample that is read",
            seams -> clearRead(seams, 1)),
        of(
            "result-read-twice",
            "clears the counters of a sample that is read twice",
            seams -> clearRead(seams, 2)),
        extended(
            "extended-without-counters",
            "has no counters in PortSamplesResultExtended",
            c -> counters(c, PortSamplesResultExtended.COUNTER)),
        extended(
            "extended-tag-0",
            "has Tag 0 in PortSamplesResultExtended",
            c -> c.put(PortSamplesResultExtended.TAG, 0)),
        extended(
            "extended-status-2",
            "has SampleStatus 2 in PortSamplesResultExtended",
            c -> c.put(PortSamplesResultExtended.SAMPLE_STATUS, 2)),
        durations("no-delay", "ignores SampleStart", (isDelay, nanos) -> isDelay ? 0 : nanos),
        durations(
            "no-interval", "ends each sample at once", (isDelay, nanos) -> isDelay ? nanos : 0),
        durations(
            "interval-fixed",
            "samples for 200 ms",
            (isDelay, nanos) -> isDelay ? nanos : Math.min(nanos, FIXED_NANOS)),
        durations(
            "interval-halved",
            "samples for half of SampleInterval",
            (isDelay, nanos) -> isDelay ? nanos : nanos / 2),
        durations("slow", "takes twice the time for a tick", (_, nanos) -> 2 * nanos),
        durations(
            "endless", "ends no sample", (isDelay, nanos) -> isDelay ? nanos : Long.MAX_VALUE / 4),
        result(
            "waiting-as-running",
            "has SampleStatus 2 during SampleStart in PortSamplesResult",
            c ->
                c.put(
                    PortSamplesResult.SAMPLE_STATUS,
                    c.data(PortSamplesResult.SAMPLE_STATUS) == 1
                        ? 2
                        : c.data(PortSamplesResult.SAMPLE_STATUS))));
  }

  private static boolean isSet(PmaCall call) {
    return call.isSet(PortSamplesControl.ATTRIBUTE);
  }

  private static boolean isMissing(PmaCall call) {
    return call.asked(PORT_SELECT) > call.node().ports() && call.asked(PORT_SELECT) < ALL_PORTS;
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return PmaDeviations.of("samples-" + name, summary, effect);
  }

  private static DeviationSpec control(String name, String summary, Consumer<PmaCall> edit) {
    return of(
        name, summary, responses(c -> isSet(c) || c.isGet(PortSamplesControl.ATTRIBUTE), edit));
  }

  private static DeviationSpec result(String name, String summary, Consumer<PmaCall> edit) {
    return of(name, summary, responses(c -> c.isGet(PortSamplesResult.ATTRIBUTE), edit));
  }

  private static DeviationSpec extended(String name, String summary, Consumer<PmaCall> edit) {
    return of(name, summary, responses(c -> c.isGet(PortSamplesResultExtended.ATTRIBUTE), edit));
  }

  private static DeviationSpec written(String name, Field field) {
    return of(
        name,
        "answers a Set of PortSamplesControl with its " + field.name(),
        responses(PmaSampleDeviations::isSet, c -> c.put(field, c.asked(field))));
  }

  private static DeviationSpec durations(
      String name, String summary, SampleSeams.Duration duration) {
    return of(name, summary, seams -> seams.performance.samples.durations.deviate(_ -> duration));
  }

  private interface Count {
    long add(int status, long right, long count, int index, int quantity);
  }

  private static DeviationSpec tallies(String name, String summary, Count count) {
    return of(
        name,
        summary,
        seams ->
            seams.performance.samples.tallies.deviate(under ->
                (status, index, quantity, seen) ->
                    count.add(
                        status, under.add(status, index, quantity, seen), seen, index, quantity)));
  }

  private static void selectFirst(PmaCall call) {
    long first = PortSamplesControl.COUNTER_SELECT.get(call.request(), PmaCall.DATA, 0);
    for (int i = 1; i < COUNTERS; i++) {
      PortSamplesControl.COUNTER_SELECT.set(call.mad(), PmaCall.DATA, i, first);
    }
  }

  private static void counters(PmaCall call, Field counter) {
    for (int i = 0; i < COUNTERS; i++) {
      counter.set(call.mad(), PmaCall.DATA, i, 0);
    }
  }

  /// Shows the Tag of some Sets in PortSamplesControl and PortSamplesResult.
  private static Consumer<Seams> shownTag(Predicate<PmaCall> which, Field field) {
    return seams -> {
      AtomicLong shown = new AtomicLong(-1);
      responses(which, c -> shown.set(c.asked(field)))
          .andThen(
              responses(
                  c -> shown.get() >= 0 && (isSet(c) || c.isGet(PortSamplesControl.ATTRIBUTE)),
                  c -> c.put(TAG, shown.get())))
          .andThen(
              responses(
                  c -> shown.get() >= 0 && c.isGet(PortSamplesResult.ATTRIBUTE),
                  c -> c.put(PortSamplesResult.TAG, shown.get())))
          .accept(seams);
    };
  }

  private static void staleTag(Seams seams) {
    AtomicLong last = new AtomicLong();
    AtomicLong before = new AtomicLong();
    responses(PmaSampleDeviations::isSet, c -> before.set(last.getAndSet(c.asked(TAG))))
        .andThen(
            responses(
                c -> c.isGet(PortSamplesResult.ATTRIBUTE),
                c -> c.put(PortSamplesResult.TAG, before.get())))
        .accept(seams);
  }

  /// Clears the counters of a sample after some reads of its result.
  private static void clearRead(Seams seams, int times) {
    AtomicLong reads = new AtomicLong();
    responses(PmaSampleDeviations::isSet, _ -> reads.set(0))
        .andThen(
            responses(
                c ->
                    c.isGet(PortSamplesResult.ATTRIBUTE)
                        && c.data(PortSamplesResult.SAMPLE_STATUS) == 0
                        && reads.incrementAndGet() > times,
                c -> counters(c, PortSamplesResult.COUNTER)))
        .accept(seams);
  }

  private static void cleared(Seams seams) {
    long[] sums = new long[COUNTERS];
    boolean[] isCleared = new boolean[COUNTERS];
    responses(PmaSampleDeviations::isSet, _ -> Arrays.fill(sums, 0))
        .andThen(responses(c -> c.isSet(PortCounters.ATTRIBUTE), _ -> Arrays.fill(isCleared, true)))
        .accept(seams);
    seams.performance.samples.tallies.deviate(under ->
        (status, index, quantity, count) -> {
          long right = under.add(status, index, quantity, count);
          long sum = sums[index];
          sums[index] = isCleared[index] ? right : sum + right;
          right -= isCleared[index] ? sum : 0;
          isCleared[index] = false;
          return right;
        });
  }
}
