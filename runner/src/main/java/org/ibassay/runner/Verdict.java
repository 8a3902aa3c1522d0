package org.ibassay.runner;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/// The verdict of a check, an assertion, a test or a run (ISO/IEC 9646), the worst first.
public enum Verdict {
  /// The device does not conform.
  FAIL("fail"),
  /// The tester failed.
  ERROR("error"),
  /// The device or the link prevented the check.
  INCONCLUSIVE("inconclusive"),
  /// Every check passed.
  PASS("pass"),
  /// The check does not apply to this device.
  NOT_APPLICABLE("not-applicable");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /// The name used in reports.
  public String text() {
    return text;
  }

  /// Returns the verdict with that name.
  public static Optional<Verdict> of(String text) {
    return Arrays.stream(values()).filter(verdict -> verdict.text.equals(text)).findFirst();
  }

  /// Returns the worst of several verdicts; [#NOT_APPLICABLE] if there are none.
  public static Verdict worst(Stream<Verdict> verdicts) {
    return verdicts.min(Comparator.naturalOrder()).orElse(NOT_APPLICABLE);
  }
}
