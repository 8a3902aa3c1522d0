package org.ibassay.site;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A file of the verdicts on a real peer, which tests of `interop` compare with what they see.
///
/// @param sections in the order of the file
public record VerdictFile(List<Section> sections) {
  private static final Pattern TEST = Pattern.compile("(\\S+) ([a-z-]+)");
  private static final Pattern ASSERTION =
      Pattern.compile("  (\\S+(?: \\S+)?) ([a-z-]+)(?:, (\\d+) of (\\d+) checks failed)?");

  /// Evidence, and the tests that it is about.
  ///
  /// @param evidence lines for people, with their line breaks; maybe empty
  public record Section(String evidence, List<Judged> tests) {}

  /// What a test found.
  public record Judged(String id, String verdict, List<Finding> findings) {
    /// Assertions that failed.
    public List<Finding> failed() {
      return findings.stream().filter(finding -> finding.verdict.equals("fail")).toList();
    }
  }

  /// What became of an assertion.
  ///
  /// @param failed checks, if the file has them
  public record Finding(String id, String verdict, int failed, int checks) {
    /// Where the assertion is listed.
    ///
    /// @param root way to the site's root
    public String place(String root) {
      return root + "coverage.html#" + IdOrder.anchor(id);
    }
  }

  /// @throws IllegalArgumentException when a line is of another form
  static VerdictFile parse(String text) {
    List<Section> sections = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("#")) {
        evidence.add(line.replaceFirst("^# ?", ""));
      } else if (!line.isBlank()) {
        if (!evidence.isEmpty() || sections.isEmpty()) {
          sections.add(new Section(String.join("\n", evidence).strip(), new ArrayList<>()));
          evidence.clear();
        }
        add(sections.getLast().tests, line);
      }
    }
    return new VerdictFile(sections);
  }

  private static void add(List<Judged> tests, String line) {
    Matcher assertion = ASSERTION.matcher(line);
    Matcher test = TEST.matcher(line);
    if (test.matches()) {
      tests.add(new Judged(test.group(1), test.group(2), new ArrayList<>()));
    } else if (assertion.matches() && !tests.isEmpty()) {
      tests
          .getLast()
          .findings
          .add(
              new Finding(
                  assertion.group(1),
                  assertion.group(2),
                  number(assertion.group(3)),
                  number(assertion.group(4))));
    } else {
      throw new IllegalArgumentException("expected a test or assertion and its verdict: " + line);
    }
  }

  private static int number(@Nullable String text) {
    return text == null ? 0 : Integer.parseInt(text);
  }
}
