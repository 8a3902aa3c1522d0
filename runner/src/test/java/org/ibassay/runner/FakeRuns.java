package org.ibassay.runner;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.suite.Page;
import org.ibassay.suite.TestException;
import org.ibassay.suite.testing.PageBuilder;

/// Runs of fake tests on fake devices.
abstract class FakeRuns {
  final Map<Page, Supplier<FakeCase>> tests = new LinkedHashMap<>();
  final FakeDriver driver = new FakeDriver();
  final Interruption interruption = new Interruption();
  final List<RunEvent> events = new ArrayList<>();
  final TickingTime time = new TickingTime();
  boolean safe;
  boolean ownFabric;
  int rounds = 1;
  Expectations expectations = Expectations.NONE;
  StrictReadings strict = StrictReadings.NONE;

  /// Advances by one second at each reading.
  static final class TickingTime implements InstantSource {
    private Instant now = Instant.parse("2026-01-02T03:04:05Z");

    @Override
    public Instant instant() {
      now = now.plusSeconds(1);
      return now;
    }
  }

  boolean interruptedMidway(FakeCase test) throws TestException {
    test.pass("1");
    Thread signal = new Thread(interruption::request);
    signal.start();
    try {
      new CountDownLatch(1).await();
      throw new AssertionError("not interrupted");
    } catch (InterruptedException e) {
      throw new TestException(TestException.Cause.INTERRUPTED, "interrupted");
    }
  }

  void add(String id, Supplier<FakeCase> test) {
    tests.put(PageBuilder.page(id).step("1", "a#1").build(), test);
  }

  RunResult run(String... uris) throws UsageException {
    return newRun(uris).execute(Tap.NONE);
  }

  Run newRun(String... uris) throws UsageException {
    List<Page> pages = List.copyOf(tests.keySet());
    Drivers drivers = new Drivers(List.of(driver));
    List<RunPlan.Target> targets = new ArrayList<>();
    for (String uri : uris) {
      targets.add(new RunPlan.Target(drivers.parse(uri), pages));
    }
    RunPlan plan =
        RunPlan.of(targets)
            .with(new RunPlan.Manner(safe, ownFabric, 1, Timing.DEFAULT, rounds, false))
            .with(expectations)
            .with(strict);
    Suite suite = new Suite(pages, page -> Objects.requireNonNull(tests.get(page)).get());
    return new Run(
        plan,
        suite,
        time,
        interruption,
        Journals.in(Path.of("none"), "ibassay"),
        List.of(events::add));
  }
}
