package org.ibassay.runner.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.ibassay.suite.Page;

/// Selects the steps of a page that lead to one of them.
final class StepsBefore {
  /// Stands for omitted steps.
  static final Page.Step ELLIPSIS = new Page.Step("", "", List.of());

  private static final int NEXT = 6;

  private StepsBefore() {}

  /// Returns the few steps right before a step, and those that sent what it checks, however far
  /// before. For a step of the checks of every response, only the latter.
  static List<Page.Step> of(Page page, String id, Set<String> sending) {
    List<Page.Step> all = new ArrayList<>(page.initialization());
    int start = all.size();
    all.addAll(page.procedure());
    List<String> ids = all.stream().map(Page.Step::id).toList();
    int at = ids.indexOf(id);
    TreeSet<Integer> shown = new TreeSet<>();
    sending.stream().map(ids::indexOf).filter(sent -> sent >= 0).forEach(shown::add);
    if (at < 0) {
      at = shown.isEmpty() ? 0 : shown.last();
    }
    int from = Math.max(at < start ? 0 : start, at - NEXT);
    for (int i = from; i < at; i++) {
      shown.add(i);
    }
    return withEllipses(all, shown);
  }

  private static List<Page.Step> withEllipses(List<Page.Step> all, SortedSet<Integer> shown) {
    List<Page.Step> steps = new ArrayList<>();
    int next = shown.isEmpty() ? 0 : shown.first();
    for (int at : shown) {
      if (at > next) {
        steps.add(ELLIPSIS);
      }
      steps.add(all.get(at));
      next = at + 1;
    }
    return steps;
  }
}
