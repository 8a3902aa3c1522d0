package org.ibassay.runner;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/// The verdict of a check, an assertion, a test or a run (ISO/IEC 9646), the worst first.
public enum Verdict {
  /// The device departs from what was checked.
  FAIL("fail"),
  /// The tester had trouble of its own.
  ERROR("error"),
  /// The device or the link did not let the check be made.
  INCONCLUSIVE("inconclusive"),
  /// Every check held.
  PASS("pass"),
  /// The check is not for this device.
  NOT_APPLICABLE("not-applicable");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /// As reports write it.
  public String text() {
    return text;
  }

  /// The verdict that reports write so.
  public static Optional<Verdict> of(String text) {
    return Arrays.stream(values()).filter(verdict -> verdict.text.equals(text)).findFirst();
  }

  /// The worst of several; of none [#NOT_APPLICABLE].
  public static Verdict worst(Stream<Verdict> verdicts) {
    return verdicts.min(Comparator.naturalOrder()).orElse(NOT_APPLICABLE);
  }
}
