package org.ibassay.pages;

import java.math.BigInteger;
import java.util.Comparator;

/// Compares texts by the numbers in them: `24.1.5.2` before `24.1.5.15`.
final class NaturalOrder {
  static final Comparator<String> INSTANCE = NaturalOrder::compare;

  private NaturalOrder() {}

  private static int compare(String left, String right) {
    String[] a = runs(left);
    String[] b = runs(right);
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      int order =
          isNumber(a[i]) && isNumber(b[i])
              ? new BigInteger(a[i]).compareTo(new BigInteger(b[i]))
              : a[i].compareTo(b[i]);
      if (order != 0) {
        return order;
      }
    }
    return a.length == b.length ? left.compareTo(right) : Integer.compare(a.length, b.length);
  }

  private static String[] runs(String text) {
    return text.split("(?<=[0-9])(?=[^0-9])|(?<=[^0-9])(?=[0-9])", -1);
  }

  private static boolean isNumber(String run) {
    return !run.isEmpty() && run.charAt(0) >= '0' && run.charAt(0) <= '9';
  }
}
