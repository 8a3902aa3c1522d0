package org.ibassay.site;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Pattern;

/// Orders ids, and turns them into anchors.
final class IdOrder {
  private static final Pattern RUNS = Pattern.compile("(?<=\\d)(?=\\D)|(?<=\\D)(?=\\d)");

  /// Natural order: `24.1.5.2` before `24.1.5.15`.
  static final Comparator<String> IN_ORDER =
      Comparator.comparing(IdOrder::isOwn).thenComparing(IdOrder::compare);

  private IdOrder() {}

  /// Whether an assertion is this suite's own.
  static boolean isOwn(String assertion) {
    return assertion.startsWith("ia-");
  }

  /// Replaces `#`, which has a special meaning in a URL.
  static String anchor(String id) {
    return id.replace('#', '_');
  }

  static String step(String id) {
    return "step-" + id;
  }

  private static int compare(String left, String right) {
    String[] a = RUNS.split(left.toLowerCase(Locale.ROOT), -1);
    String[] b = RUNS.split(right.toLowerCase(Locale.ROOT), -1);
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      int order =
          isNumber(a[i]) && isNumber(b[i])
              ? new BigInteger(a[i]).compareTo(new BigInteger(b[i]))
              : a[i].compareTo(b[i]);
      if (order != 0) {
        return order;
      }
    }
    return a.length != b.length ? Integer.compare(a.length, b.length) : left.compareTo(right);
  }

  private static boolean isNumber(String run) {
    return !run.isEmpty() && Character.isDigit(run.charAt(0));
  }
}
