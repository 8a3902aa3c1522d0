package org.ibassay.site;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.suite.Page;

/// Whether pages, metadata and what was executed agree.
final class Agreement {
  private final Specification specification;
  private final LinkCheck site;
  private final List<String> problems = new ArrayList<>();

  private Agreement(Specification specification, LinkCheck site) {
    this.specification = specification;
    this.site = site;
  }

  /// What does not agree, empty when all does.
  static List<String> problems(Specification specification, LinkCheck site) {
    Agreement agreement = new Agreement(specification, site);
    specification.qualified().variants().forEach(agreement::check);
    specification.qualified().deviations().forEach(agreement::check);
    specification.suite().pages().forEach(agreement::check);
    specification.qualified().assertions().forEach(agreement::check);
    specification.coverage().rows().forEach(agreement::check);
    return List.copyOf(agreement.problems);
  }

  private void check(Page page) {
    String file = "tests/" + page.id() + ".html";
    for (String assertion : page.claimed()) {
      if (!site.has(file, IdOrder.anchor(assertion))) {
        problems.add(file + " lacks assertion " + assertion);
      }
      if (specification.qualified().verifiedOn(page.id(), assertion) == 0) {
        problems.add(
            "%s claims assertion %s, which it verifies on no conforming device"
                .formatted(file, assertion));
      }
    }
    Stream.of(page.initialization(), page.procedure(), page.always())
        .flatMap(List::stream)
        .filter(step -> !site.has(file, IdOrder.step(step.id())))
        .forEach(step -> problems.add(file + " lacks step " + step.id()));
    Stream.concat(page.notes().stream(), page.procedure().stream().map(Page.Step::text))
        .flatMap(text -> Linker.steps(text).stream())
        .filter(id -> page.step(id).isEmpty())
        .forEach(id -> problems.add(file + " speaks of step " + id + ", which it does not have"));
  }

  private void check(Qualified.Guard verified) {
    boolean isClaimed =
        specification.suite().pages().stream()
            .filter(page -> page.id().equals(verified.test()))
            .anyMatch(page -> page.claimed().contains(verified.assertion()));
    if (!isClaimed) {
      problems.add(
          "%s verifies assertion %s, which its page does not claim"
              .formatted(verified.test(), verified.assertion()));
    }
  }

  private void check(Qualified.Variant device) {
    device
        .wrong()
        .forEach(test ->
            problems.add(
                "%s on %s, which conforms: %s".formatted(test.id(), device.uri(), test.verdict())));
  }

  private void check(Qualified.Mutation deviation) {
    if (deviation.survives()) {
      problems.add("no test notices deviation " + deviation.name());
    }
  }

  private void check(Coverage.Row row) {
    if (row.isVerified() && row.guards().isEmpty()) {
      problems.add("assertion " + row.id() + " is guarded by no deviation");
    }
    if (!site.has("coverage.html", row.anchor())) {
      problems.add("coverage.html lacks assertion " + row.id());
    }
  }
}
