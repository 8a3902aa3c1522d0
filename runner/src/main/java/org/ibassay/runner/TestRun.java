package org.ibassay.runner;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.runner.TestResult.Left;
import org.ibassay.runner.TestResult.Packets;
import org.ibassay.runner.journal.Journal;
import org.ibassay.runner.state.ChangedState;
import org.ibassay.runner.state.NotReadableException;
import org.ibassay.runner.state.Snapshots;
import org.ibassay.suite.Change;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.ExecutableTest;
import org.ibassay.suite.LinkQuality;
import org.ibassay.suite.Page;
import org.ibassay.suite.Parameter;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestContext;
import org.ibassay.suite.TestException;
import org.jspecify.annotations.Nullable;

/// One test on one DUT: decides whether it applies, saves state, runs the procedure, and restores
/// the state.
final class TestRun {
  /// The link's clock stops while the machine is suspended, the time of day does not.
  private static final Duration MOST_APART = Duration.ofSeconds(1);

  /// Longer than packets stay in transit.
  private static final Duration UNDER_WAY = Duration.ofSeconds(1);

  private final RunPlan plan;
  private final OpenDut dut;
  private final Page page;
  private final ExecutableTest test;
  private final @Nullable Journal journal;
  private final InstantSource time;
  private final TestContext.Progress progress;
  private Packets packets = Packets.NONE;
  private List<String> counterNotes = List.of();
  private boolean sawTrouble;
  private @Nullable String whyNoSet;
  private final List<CheckLog.Failure> untroubled = new CopyOnWriteArrayList<>();
  private Duration duration = Duration.ZERO;
  private Duration linkDuration = Duration.ZERO;
  private List<Left> notRestored = List.of();
  private Vitality.@Nullable LastRequest lastRequest;

  TestRun(
      RunPlan plan,
      OpenDut dut,
      Page page,
      ExecutableTest test,
      @Nullable Journal journal,
      InstantSource time,
      RunListener listener) {
    this.plan = plan;
    this.dut = dut;
    this.page = page;
    this.test = test;
    this.journal = journal;
    this.time = time;
    this.progress = new ReportedProgress(page, time, listener);
  }

  /// The result of a test that was not run.
  static TestResult notRun(Page page, int dut, Verdict verdict, String why) {
    CheckLog nothing = new CheckLog();
    Ending ending = new Ending.NotRun(verdict, why);
    return TestResult.of(page, dut, Judge.judge(page, nothing, ending), nothing).build();
  }

  TestResult run(Interruption interruption) {
    Ending.NotRun obstacle = new Applicability(plan, dut, page, test).obstacle();
    if (obstacle != null) {
      return notRun(page, dut.index(), obstacle.verdict(), obstacle.why());
    }
    Ending ending = withPorts(interruption);
    lastRequest = interruption.isRequested() ? null : requestBeforeSilence(interruption);
    if (ending instanceof Ending.NotRun(Verdict verdict, String why)) {
      return notRun(page, dut.index(), verdict, why);
    }
    CheckLog log = ending.isJudged() ? test.log() : new CheckLog();
    TestResult.Judgement judgement = Judge.judge(page, log, ending);
    List<String> notes = Notes.of(page, dut.info(), test.remarks());
    notes.addAll(counterNotes);
    if (judgement.verdict() != Verdict.PASS) {
      notes.addAll(plan.parameters().readBy(page));
    }
    return TestResult.of(page, dut.index(), judgement, log)
        .took(duration)
        .packets(packets)
        .notes(notes)
        .notRestored(notRestored)
        .trouble(ending instanceof Ending.Broken(Throwable why) ? why : null)
        .build();
  }

  /// Returns the request at which the DUT stopped responding, during the test or before it; null if
  /// it responds, or if it cannot be restarted.
  Vitality.@Nullable LastRequest lastRequest() {
    return lastRequest;
  }

  private Vitality.@Nullable LastRequest requestBeforeSilence(Interruption interruption) {
    Vitality vitality = new Vitality(dut.dut());
    Vitality.LastRequest last = vitality.lastRequest();
    boolean canRestart = dut.dut().restart().isPresent();
    if (last == null || (last.request().mayCutOff() && !canRestart)) {
      return null;
    }
    try {
      boolean isCutOff = dut.tester().trouble() != null && (!canRestart || dut.tester().answer());
      return !isCutOff && vitality.isGone(last) ? last : null;
    } catch (LinkException e) {
      return null;
    } catch (InterruptedException e) {
      interruption.request();
      return null;
    }
  }

  /// Measures how reliably the link carries packets, with a test that does not run.
  ///
  /// @throws TestException if it could not be measured
  LinkQuality linkQuality() throws TestException {
    test.attach(context());
    return test.linkQuality();
  }

  private TestContext context() {
    return new TestContext(
        dut.dut(), page, plan.parameters(), window(), progress, plan.strict(), whyNoSet);
  }

  private int window() {
    return plan.manner().window();
  }

  /// Whether a lost, late or duplicate packet may have caused the result. With management datagrams
  /// this is detected, except for a request without a response.
  boolean mayBeTheLink() {
    boolean isLossy = test.testerKind().canLosePackets(dut.dut());
    return isLossy && (!test.testerKind().showsLosses() || sawTrouble || isLease());
  }

  /// Returns the failures before any request had to be repeated and any response was late or
  /// duplicate: if the link then carries nothing any more, the DUT may have taken it down. None for
  /// a test of the transport, whose packets are not counted in this way.
  List<CheckLog.Failure> untroubled() {
    return List.copyOf(untroubled);
  }

  /// Whether requests had to be repeated, or responses were late or duplicate, on a link that may
  /// lose packets.
  boolean wasTroubled() {
    return isLossy() && sawTrouble;
  }

  private boolean isLossy() {
    return dut.dut().madPorts().stream().anyMatch(port -> !port.isLossless());
  }

  private boolean isLease() {
    Td td = test.getClass().getAnnotation(Td.class);
    return td != null && td.lease();
  }

  private Ending withPorts(Interruption interruption) {
    try {
      String down = dut.tester().trouble();
      return down == null
          ? withSnapshot(interruption)
          : new Ending.NotRun(Verdict.ERROR, "not run: " + down);
    } catch (InterruptedException e) {
      interruption.request();
      return new Ending.NotRun(Verdict.INCONCLUSIVE, Run.INTERRUPTED);
    }
  }

  private Ending withSnapshot(Interruption interruption) {
    List<Change> changes = changes();
    final long atFirst = trouble();
    Snapshots before;
    try {
      long serviceId = plan.parameters().values(Parameter.SERVICE_ID).getFirst();
      long smKey = plan.parameters().values(Parameter.SM_KEY).getFirst();
      if (journal != null && !changes.isEmpty()) {
        journal.retry();
      }
      before = Snapshots.take(changes, dut.dut().madPorts(), keys(), serviceId, smKey, window());
      if (journal != null && !changes.isEmpty()) {
        journal.write(page.id(), before, keys());
      }
    } catch (NotReadableException e) {
      sawTrouble = trouble() > atFirst;
      if (!e.isRefused()) {
        return new Ending.NotRun(
            Verdict.INCONCLUSIVE,
            "not run: could not read what it would change: " + e.getMessage());
      }
      // the refusal may be the test's subject: it runs as far as it only reads
      before = Snapshots.none();
      whyNoSet = "no Set is sent, as what it would change could not be read: " + e.getMessage();
    } catch (LinkException e) {
      return new Ending.NotRun(Verdict.ERROR, "not run: " + e.getMessage());
    } catch (IOException e) {
      return new Ending.NotRun(
          Verdict.ERROR, "not run: cannot journal what it would change: " + e.getMessage());
    } catch (InterruptedException e) {
      interruption.request();
      return new Ending.NotRun(Verdict.INCONCLUSIVE, Run.INTERRUPTED);
    }
    try {
      long trouble = trouble();
      Ending ending = carryOut();
      String absence = test.isTimed() ? dut.tester().absence() : null;
      if (isLossy() && (trouble() > trouble || !test.log().allPassed())) {
        letPass();
      }
      sawTrouble = trouble() > trouble;
      if (ending instanceof Ending.GivenUp(TestException why)
          && why.whose() == TestException.Cause.INTERRUPTED) {
        interruption.request();
        return ending;
      }
      try {
        return trusted(ending, absence);
      } catch (InterruptedException e) {
        interruption.request();
        return ending;
      }
    } finally {
      interruption.shield();
      putBack(before);
      interruption.attach();
    }
  }

  /// Returns the ending, unless the tester itself failed.
  ///
  /// @param absence why elapsed times are unreliable, or null
  private Ending trusted(Ending ending, @Nullable String absence) throws InterruptedException {
    if (isApart()) {
      return new Ending.Untrusted(apart());
    }
    String down = dut.tester().trouble();
    if (down != null) {
      return isLinkTouched()
          ? new Ending.GivenUp(new TestException(TestException.Cause.TESTER, down))
          : new Ending.Untrusted(down + "; nothing was judged" + unanswered());
    }
    return absence == null ? ending : new Ending.Missed(absence);
  }

  private String unanswered() {
    Vitality.LastRequest last = new Vitality(dut.dut()).lastRequest();
    return last == null ? "" : "; the DUT answered nothing after " + last;
  }

  /// Whether the test may have taken the link down by a Set of PortInfo; a non-conformance seen
  /// before that still counts.
  private boolean isLinkTouched() {
    return changes().stream().anyMatch(Change::isPortInfo) && !test.log().allPassed();
  }

  /// The number of repeated requests and of late and duplicate responses.
  private long trouble() {
    return dut.dut().madPorts().stream()
        .map(MadPort::counters)
        .mapToLong(c -> c.retried() + c.late() + c.duplicate())
        .sum();
  }

  /// Waits until no packets are in transit: a delayed Set would undo what is restored.
  private void letPass() {
    try {
      for (MadPort port : dut.dut().madPorts()) {
        port.waitUntil(port.clock().nanos() + UNDER_WAY.toNanos());
      }
    } catch (LinkException e) {
      // restoring will report the failure
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void putBack(Snapshots before) {
    List<ChangedState> left = before.restore();
    notRestored =
        new ArrayList<>(left.stream().map(one -> new Left(one.text(), one.isFinal())).toList());
    try {
      if (journal != null && !journal.settle(before, left)) {
        notRestored.add(new Left(journal.advice(), false));
      }
    } catch (IOException e) {
      // an entry that is no longer needed in the journal does no harm
    }
  }

  private Ending carryOut() {
    CounterAudit audit = plan.manner().counters() ? CounterAudit.begin(dut.dut()) : null;
    Packets before = counted();
    Instant start = time.instant();
    long linkStart = dut.dut().clock().nanos();
    dut.tester().watch();
    try {
      return procedure();
    } finally {
      linkDuration = Duration.ofNanos(dut.dut().clock().nanos() - linkStart);
      duration = Duration.between(start, time.instant());
      Packets after = counted();
      packets =
          new Packets(
              after.sent() - before.sent(),
              after.received() - before.received(),
              after.retried() - before.retried());
      counterNotes = audit == null ? List.of() : audit.end();
    }
  }

  // A test's code may throw anything; the run continues and restores what the test changed.
  private Ending procedure() {
    try {
      test.attach(context());
      long trouble = trouble();
      test.log()
          .watch(failure -> {
            if (test.testerKind().showsLosses() && trouble() == trouble) {
              untroubled.add(failure);
            }
          });
      return test.ready() ? new Ending.Complete(test.run()) : new Ending.NotReady(test.notReady());
    } catch (TestException e) {
      return new Ending.GivenUp(e);
    } catch (OutOfMemoryError e) {
      return new Ending.Untrusted(Run.OUT_OF_MEMORY + "; nothing was judged");
    } catch (RuntimeException | Error e) {
      return new Ending.Broken(e);
    }
  }

  private boolean isApart() {
    boolean isReal =
        dut.dut().madPorts().stream().anyMatch(port -> !port.isSimulated())
            || dut.dut().packetPort().stream().anyMatch(port -> !port.isSimulated());
    return isReal && duration.minus(linkDuration).abs().compareTo(MOST_APART) > 0;
  }

  private String apart() {
    return "the time of day moved by %d ms while the link's clock moved by %d ms:"
            .formatted(duration.toMillis(), linkDuration.toMillis())
        + " the tester's machine was suspended, or its clock was set; nothing was judged";
  }

  private Packets counted() {
    Packets sum = Packets.NONE;
    for (MadPort port : dut.dut().madPorts()) {
      MadPort.Counters c = port.counters();
      sum =
          new Packets(
              sum.sent() + c.sent(), sum.received() + c.received(), sum.retried() + c.retried());
    }
    if (dut.dut().packetPort().isPresent()) {
      PacketPort.Counters c = dut.dut().packetPort().get().counters();
      sum = new Packets(sum.sent() + c.sent(), sum.received() + c.received(), sum.retried());
    }
    return sum;
  }

  private List<Change> changes() {
    Td td = test.getClass().getAnnotation(Td.class);
    return td == null ? List.of() : List.of(td.changes());
  }

  /// The M_Keys that the DUT may hold before or after the test, the likeliest first.
  private List<Long> keys() {
    return Stream.of(Parameter.M_KEY_DUT, Parameter.M_KEY_OTHER)
        .filter(parameter ->
            page.parameters().contains(parameter.name())
                || plan.parameters().given().containsKey(parameter))
        .flatMap(parameter -> plan.parameters().values(parameter).stream())
        .toList();
  }
}
