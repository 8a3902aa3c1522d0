package org.ibassay.wire;

import java.util.Random;

/// Random values for a test: another seed each time, or the one given by `-Dibassay.seed=...`, and
/// its number for the failure message.
public record RandomSeed(long number) {
  /// The seed of this run.
  public static RandomSeed ofRun() {
    return new RandomSeed(Long.getLong("ibassay.seed", System.currentTimeMillis()));
  }

  /// Starts from the beginning.
  public Random random() {
    return new Random(number);
  }

  /// Bytes from the beginning of the sequence.
  public byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random().nextBytes(bytes);
    return bytes;
  }

  @Override
  public String toString() {
    return "-Dibassay.seed=" + number;
  }
}
