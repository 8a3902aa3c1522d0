package org.ibassay.site;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.suite.Page;

/// Checks that the site shows everything that the pages contain. The contents of the pages are
/// checked in `suite`, the results of the tests in `qualify`, both before the site is made.
final class Agreement {
  private final LinkCheck site;
  private final List<String> problems = new ArrayList<>();

  private Agreement(LinkCheck site) {
    this.site = site;
  }

  /// Returns the discrepancies; empty if there are none.
  static List<String> problems(Specification specification, LinkCheck site) {
    Agreement agreement = new Agreement(site);
    specification.suite().pages().forEach(agreement::check);
    specification.coverage().rows().forEach(agreement::check);
    return List.copyOf(agreement.problems);
  }

  private void check(Page page) {
    String file = "tests/" + page.id() + ".html";
    for (String assertion : page.claimed()) {
      if (!site.has(file, IdOrder.anchor(assertion))) {
        problems.add(file + " lacks assertion " + assertion);
      }
    }
    Stream.of(page.initialization(), page.procedure(), page.always())
        .flatMap(List::stream)
        .filter(step -> !site.has(file, IdOrder.step(step.id())))
        .forEach(step -> problems.add(file + " lacks step " + step.id()));
  }

  private void check(Coverage.Row row) {
    if (!site.has("coverage.html", row.anchor())) {
      problems.add("coverage.html lacks assertion " + row.id());
    }
  }
}
