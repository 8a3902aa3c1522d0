package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ibassay.device.Deviation;
import org.ibassay.qualify.Pairs.Change;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;

/// Tries tests on every deviation, on conforming DUTs and on pairs of deviations. DUTs are tried on
/// every processor at once; what comes out does not depend on their order.
public final class Qualifier {

  /// Learns how far it is, on any thread.
  @FunctionalInterface
  public interface Progress {
    /// @param done DUTs tried so far
    /// @param total DUTs to be tried
    void at(int done, int total);
  }

  private final Assay assay;
  private final DutSet duts;
  private final Progress progress;
  private final AtomicInteger done = new AtomicInteger();

  /// @param pages of the tests
  /// @param seed picks the pairs
  /// @param pairs how many
  public Qualifier(List<Page> pages, long seed, int pairs, Progress progress) {
    this(pages, DutSet.all(seed, pairs), Assay.Choice.ALL, progress);
  }

  /// @param pages of the tests
  /// @param choice of the tests that a deviation is tried on
  Qualifier(List<Page> pages, DutSet duts, Assay.Choice choice, Progress progress) {
    this.assay = new Assay(pages, choice);
    this.duts = duts;
    this.progress = progress;
  }

  /// Tries it all.
  public Qualification qualify() {
    List<Mutant> mutants = each(duts.deviating(), this::mutant);
    List<DutOutcome> variants = each(duts.conforming(), v -> assay.run(v.uri(), v.parameters()));
    List<StrictTrial> strict = strict(variants);
    return new Qualification(
        assay.pages().stream().map(Page::id).toList(),
        assay.pages().size() == Pages.all().size(),
        guards(mutants, variants, strict),
        mutants,
        variants,
        strict,
        pairs(mutants),
        CheckRemovals.of(assay.pages(), mutants, variants));
  }

  private Mutant mutant(Mutants.Candidate candidate) {
    Deviation deviation = candidate.deviation();
    return new Mutant(
        deviation.name(),
        deviation.summary(),
        candidate.kind().word(),
        assay.runApart(candidate.uri()));
  }

  private Pairs pairs(List<Mutant> mutants) {
    PairTrials trials = new PairTrials(assay, mutants);
    List<Change> changes =
        each(duts.pairs(), trials::milder).stream().flatMap(List::stream).toList();
    return new Pairs(duts.seed(), duts.pairs().size(), changes);
  }

  private <T, R> List<R> each(List<T> all, Function<T, R> trial) {
    return all.parallelStream()
        .map(one -> {
          R result = trial.apply(one);
          progress.at(done.incrementAndGet(), duts.size());
          return result;
        })
        .toList();
  }

  /// Each way that tests saw conforming DUTs of a kind go, on the first such DUT: in a run that is
  /// strict about that way, and in one that is strict about the first.
  private List<StrictTrial> strict(List<DutOutcome> variants) {
    Map<String, DutOutcome> first = new LinkedHashMap<>();
    Map<String, TakenWay> asked = new HashMap<>();
    for (DutOutcome variant : variants) {
      String kind = variant.uri().replaceFirst("\\?.*", "") + " ";
      variant.outcomes().stream()
          .flatMap(outcome -> outcome.ways().stream())
          .distinct()
          .forEach(way ->
              Stream.of(way, TakenWay.first(way.reading()))
                  .distinct()
                  .forEach(toAsk -> {
                    String trial = kind + way + " " + toAsk;
                    first.putIfAbsent(trial, variant);
                    asked.put(trial, toAsk);
                  }));
    }
    return first.entrySet().parallelStream()
        .map(trial ->
            assay.strict(Objects.requireNonNull(asked.get(trial.getKey())), trial.getValue()))
        .toList();
  }

  private List<Guard> guards(
      List<Mutant> mutants, List<DutOutcome> variants, List<StrictTrial> strict) {
    List<Guard> guards = new ArrayList<>();
    for (int i = 0; i < assay.pages().size(); i++) {
      Page page = assay.pages().get(i);
      for (String assertion : page.claimed()) {
        int test = i;
        long verified =
            variants.stream()
                .flatMap(variant -> variant.outcomes().get(test).assertions().stream())
                .filter(a -> a.id().equals(assertion) && a.checks() > 0)
                .count();
        if (verified == 0) {
          verified = strict.stream().filter(t -> t.verifies(page.id(), assertion)).count();
        }
        List<String> killed =
            mutants.stream()
                .filter(mutant -> mutant.kills(page.id(), assertion))
                .map(Mutant::deviation)
                .distinct()
                .toList();
        if (killed.isEmpty()) {
          killed =
              strict.stream().flatMap(t -> t.killing(page.id(), assertion)).distinct().toList();
        }
        guards.add(new Guard(page.id(), assertion, (int) verified, killed));
      }
    }
    return guards;
  }
}
