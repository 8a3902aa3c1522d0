package org.ibassay.runner.cause;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.ibassay.suite.Page;

/// The steps that a step cannot be understood without: those that its words refer to. "After each
/// of these" refers to the step before it, "as in step 3" to that one, and step 7.2 is a part of
/// step 7.
public final class QuotedSteps {
  private static final int MOST = 4;
  private static final Pattern BACK =
      Pattern.compile(
          "(?i)\\b(these|those|them|then|once more|the same|the others?|the response)\\b");

  /// A name in a page for something that an earlier step has read.
  private static final Pattern READ = Pattern.compile("\\b[A-Z]+(?:_[A-Z]+)*_DATA\\b");

  private static final Pattern NAMED =
      Pattern.compile("\\b[Ss]teps? ([A-Z]?[\\d.]*\\d)(?: (?:to|and) ([A-Z]?[\\d.]*\\d))?");

  private QuotedSteps() {}

  /// Those before the step, in the order of the page, without the step itself.
  ///
  /// @param id of the step
  public static List<Page.Step> of(Page page, String id) {
    List<Page.Step> all = new ArrayList<>(page.initialization());
    int start = all.size();
    all.addAll(page.procedure());
    List<String> ids = all.stream().map(Page.Step::id).toList();
    SortedSet<Integer> quoted = new TreeSet<>();
    for (int dot = id.indexOf('.'); dot > 0; dot = id.indexOf('.', dot + 1)) {
      quoted.add(ids.indexOf(id.substring(0, dot)));
    }
    int at = ids.indexOf(id);
    if (at >= 0) {
      named(all.get(at).text(), ids, quoted);
      read(all, at, quoted);
      int first = at < start ? 0 : start;
      for (int i = at; i > first && BACK.matcher(all.get(i).text()).find(); i--) {
        quoted.add(i - 1);
        if (quoted.size() >= MOST) {
          break;
        }
      }
    }
    quoted.remove(at);
    quoted.remove(-1);
    return quoted.stream().map(all::get).toList();
  }

  /// Adds the last step that reads what a name stands for: `PORT_INFO_DATA = ...`.
  private static void read(List<Page.Step> all, int at, Set<Integer> quoted) {
    Matcher name = READ.matcher(all.get(at).text());
    if (name.find()) {
      Pattern reading = Pattern.compile(name.group() + " =|read " + name.group());
      IntStream.iterate(at, i -> i >= 0, i -> i - 1)
          .filter(i -> reading.matcher(all.get(i).text()).find())
          .limit(1)
          .forEach(quoted::add);
    }
  }

  private static void named(String text, List<String> ids, SortedSet<Integer> quoted) {
    Matcher named = NAMED.matcher(text);
    while (named.find() && quoted.size() < MOST) {
      int from = ids.indexOf(named.group(1));
      int to = named.group(2) == null ? from : ids.indexOf(named.group(2));
      for (int i = from; i >= 0 && i <= Math.max(from, to) && quoted.size() < MOST; i++) {
        quoted.add(i);
      }
    }
  }
}
