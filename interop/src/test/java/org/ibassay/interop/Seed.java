package org.ibassay.interop;

import java.util.Random;

/// Random values for a test: new ones each time, or those of `-Dibassay.seed=...`; include its text
/// in failure messages.
record Seed(long number) {
  static Seed ofRun() {
    return new Seed(Long.getLong("ibassay.seed", System.currentTimeMillis()));
  }

  Random random() {
    return new Random(number);
  }

  @Override
  public String toString() {
    return "-Dibassay.seed=" + number;
  }
}
