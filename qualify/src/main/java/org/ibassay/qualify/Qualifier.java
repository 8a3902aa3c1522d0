package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.ibassay.device.Deviation;
import org.ibassay.device.OwnDeviation;
import org.ibassay.device.SimDriver;
import org.ibassay.qualify.Pairs.Change;
import org.ibassay.runner.Suite;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;

/// Tries tests on all deviations, on conforming DUTs and on pairs of deviations. Uses all
/// processors; the result does not depend on the order of the DUTs.
public final class Qualifier {

  /// Receives the progress, on any thread.
  @FunctionalInterface
  public interface Progress {
    /// @param done number of DUTs tested so far
    /// @param total number of DUTs to try
    void at(int done, int total);
  }

  private final Assay assay;
  private final int allTests;
  private final List<String> own;
  private final DutSet duts;
  private final Progress progress;
  private final AtomicInteger done = new AtomicInteger();

  /// @param suite all tests
  /// @param pages pages of the tests to try
  /// @param own further deviations that devices can have
  /// @param seed selects the pairs
  /// @param pairs number of pairs
  public Qualifier(
      Suite suite,
      List<Page> pages,
      List<OwnDeviation> own,
      long seed,
      int pairs,
      Progress progress) {
    this(
        new Assay(new Suite(pages, suite.maker()), Assay.Choice.ALL, new SimDriver(own)),
        suite.pages().size(),
        mustBeNoticed(suite, pages, own),
        DutSet.all(Deviation.with(own), seed, pairs),
        progress);
  }

  /// @param pages pages of the tests
  /// @param choice selects the tests to try on a deviation
  Qualifier(List<Page> pages, DutSet duts, Assay.Choice choice, Progress progress) {
    this(new Assay(pages, choice), Pages.all().size(), List.of(), duts, progress);
  }

  private Qualifier(Assay assay, int allTests, List<String> own, DutSet duts, Progress progress) {
    this.assay = assay;
    this.allTests = allTests;
    this.own = List.copyOf(own);
    this.duts = duts;
    this.progress = progress;
  }

  /// Returns the user's own deviations that must not survive: those for which none of the user's
  /// own tests is left out that may notice them.
  private static List<String> mustBeNoticed(Suite suite, List<Page> pages, List<OwnDeviation> own) {
    List<Page> left = new ArrayList<>(suite.pages());
    left.removeAll(Pages.all());
    left.removeAll(pages);
    return left.isEmpty() ? own.stream().map(OwnDeviation::name).toList() : List.of();
  }

  /// Runs the whole qualification.
  public Qualification qualify() {
    List<Mutant> mutants = each(duts.deviating(), this::mutant);
    List<DutOutcome> variants = each(duts.conforming(), assay::run);
    List<StrictOutcome> strict = strict(variants);
    return new Qualification(
        assay.pages().stream().map(Page::id).toList(),
        assay.pages().size() == allTests,
        guards(mutants, variants, strict),
        mutants,
        variants,
        strict,
        pairs(mutants),
        CheckRemovals.of(assay.pages(), mutants, variants),
        own);
  }

  private Mutant mutant(Mutants.Candidate candidate) {
    return Mutant.of(candidate, assay.runApart(candidate.uri()));
  }

  private Pairs pairs(List<Mutant> mutants) {
    PairRuns runs = new PairRuns(assay, mutants);
    List<Change> changes = each(duts.pairs(), runs::milder).stream().flatMap(List::stream).toList();
    return new Pairs(duts.seed(), duts.pairs().size(), changes);
  }

  /// Each run is a task: some take so long that a processor with a fixed share of the list would
  /// run out of work before the other.
  private <T, R> List<R> each(List<T> all, Function<T, R> run) {
    int processors = Runtime.getRuntime().availableProcessors();
    try (ExecutorService pool = Executors.newFixedThreadPool(processors)) {
      List<CompletableFuture<R>> results =
          all.stream()
              .map(one -> CompletableFuture.supplyAsync(() -> result(one, run), pool))
              .toList();
      return results.stream().map(CompletableFuture::join).toList();
    }
  }

  private <T, R> R result(T one, Function<T, R> run) {
    R result = run.apply(one);
    progress.at(done.incrementAndGet(), duts.size());
    return result;
  }

  /// For each way that tests observed on conforming DUTs of a kind, runs the tests on the first
  /// such DUT twice: strict about that way, and strict about the first way.
  private List<StrictOutcome> strict(List<DutOutcome> variants) {
    Set<String> tested = new HashSet<>();
    Map<String, StrictRun> runs = new LinkedHashMap<>();
    for (DutOutcome variant : variants) {
      String kind = variant.uri().replaceFirst("\\?.*", "");
      for (Outcome outcome : variant.outcomes()) {
        for (TakenWay way : outcome.ways()) {
          for (TakenWay asked : List.of(way, TakenWay.first(way.reading()))) {
            if (tested.add("%s %s %s %s".formatted(kind, outcome.test(), way, asked))) {
              runs.put(variant.uri() + " " + asked, new StrictRun(variant, asked));
            }
          }
        }
      }
    }
    return runs.values().parallelStream().map(run -> assay.strict(run.asked, run.variant)).toList();
  }

  /// A conforming DUT, and the way that a run on it requires.
  private record StrictRun(DutOutcome variant, TakenWay asked) {}

  private List<Guard> guards(
      List<Mutant> mutants, List<DutOutcome> variants, List<StrictOutcome> strict) {
    List<Guard> guards = new ArrayList<>();
    for (int i = 0; i < assay.pages().size(); i++) {
      Page page = assay.pages().get(i);
      int test = i;
      Map<String, Set<String>> failing = failing(test, mutants);
      for (String assertion : page.claimed()) {
        long verified =
            variants.stream()
                .flatMap(variant -> variant.outcomes().get(test).assertions().stream())
                .filter(a -> a.id().equals(assertion) && a.checks() > 0)
                .count();
        if (verified == 0) {
          verified = strict.stream().filter(t -> t.verifies(page.id(), assertion)).count();
        }
        List<String> killed = List.copyOf(failing.getOrDefault(assertion, Set.of()));
        if (killed.isEmpty()) {
          killed =
              strict.stream().flatMap(t -> t.killing(page.id(), assertion)).distinct().toList();
        }
        guards.add(new Guard(page.id(), assertion, (int) verified, killed));
      }
    }
    return guards;
  }

  /// Returns the deviations that fail a test, by failed assertion.
  private static Map<String, Set<String>> failing(int test, List<Mutant> mutants) {
    Map<String, Set<String>> failing = new HashMap<>();
    for (Mutant mutant : mutants) {
      for (Outcome.Assertion assertion : mutant.run().outcomes().get(test).assertions()) {
        if (assertion.verdict() == Verdict.FAIL) {
          failing
              .computeIfAbsent(assertion.id(), _ -> new LinkedHashSet<>())
              .add(mutant.deviation());
        }
      }
    }
    return failing;
  }
}
