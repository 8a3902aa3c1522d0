package org.ibassay.site;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Makes the site, and fails when page, metadata and what was executed disagree.
public final class SiteMain {
  private SiteMain() {}

  /// @param args the repository's root, and the folder to make the site in
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    Path folder = Path.of(args[1]).normalize();
    Path qualification = folder.resolveSibling("qualification.json");
    Specification specification =
        Specification.of(new QualificationFile(root, qualification).read());
    new Site(specification, new Documents(root), folder).write();
    LinkCheck links = new LinkCheck(folder);
    List<String> problems = new ArrayList<>(links.problems());
    problems.addAll(Agreement.problems(specification, links));
    if (!problems.isEmpty()) {
      problems.forEach(problem -> System.err.println("site: " + problem));
      System.exit(1);
    }
    SuiteFigures facts = SuiteFigures.of(specification);
    System.out.printf(
        "The specification: %d tests, %d assertions verified, %d known ones not; %d deviations,"
            + " %d of which tests only find inconclusive, and %d survive.%n",
        facts.tests(),
        facts.assertions(),
        facts.untested(),
        facts.deviations(),
        facts.doubtful(),
        facts.survivors());
  }
}
