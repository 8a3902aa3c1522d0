package org.ibassay.site;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A file with the verdicts on a real peer, with which tests of `interop` compare their results.
///
/// @param sections in the order of the file
public record VerdictFile(List<Section> sections) {
  private static final Pattern TEST = Pattern.compile("(\\S+) ([a-z-]+)");
  private static final Pattern ASSERTION =
      Pattern.compile("  (\\S+(?: \\S+)?) ([a-z-]+)(?:, (\\d+) of (\\d+) checks failed)?");

  /// Evidence and the tests that it concerns.
  ///
  /// @param evidence explanatory lines, with line breaks; may be empty
  public record Section(String evidence, List<Judged> tests) {}

  /// The verdict of a test and its findings.
  public record Judged(String id, String verdict, List<Finding> findings) {
    /// Assertions that failed.
    public List<Finding> failed() {
      return findings.stream().filter(finding -> finding.verdict.equals("fail")).toList();
    }
  }

  /// The verdict of an assertion.
  ///
  /// @param failed number of failed checks, if the file contains it
  public record Finding(String id, String verdict, int failed, int checks) {
    /// The address of the assertion.
    ///
    /// @param root path to the site's root
    public String place(String root) {
      return root + "coverage.html#" + IdOrder.anchor(id);
    }
  }

  /// @throws IllegalArgumentException if a line has another format
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
