package org.ibassay.interop;

import java.util.Random;

/// Random values for a test: others each time, or those of `-Dibassay.seed=...`; its text belongs
/// into the failure message.
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
