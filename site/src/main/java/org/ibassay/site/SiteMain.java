package org.ibassay.site;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes the site from the suite's pages and the results of its qualification. Fails if something
/// is missing or a link is broken; without a qualification no site is made.
public final class SiteMain {
  private SiteMain() {}

  /// @param args the root of the repository and the output folder
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    Path folder = Path.of(args[1]).normalize();
    Optional<QualificationView> qualified = new QualificationFile(root).read();
    if (qualified.isEmpty()) {
      Site.clear(folder);
      System.out.printf(
          "The site is not made: %s is missing, or older than what it is about; \"mvn verify\""
              + " makes it.%n",
          QualificationFile.NAME);
      return;
    }
    Specification specification = Specification.of(qualified.get());
    List<PeerView> embedded = EmbeddedDevices.tested(specification.suite());
    new Site(specification, new Documents(root), PeerView.all(root), embedded, folder).write();
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
