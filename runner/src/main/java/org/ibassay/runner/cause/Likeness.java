package org.ibassay.runner.cause;

/// A property in which failures can be alike.
///
/// @param rank lower for more specific properties
/// @param key equal for failures that are alike
/// @param text description, as a sentence without a period
record Likeness(int rank, String key, String text) {
  static final int SAME = 0;
  static final int SAME_RECEIVED = 1;
  static final int ONE_BIT = 2;
  static final int SHIFTED = 3;
  static final int ONE_BIT_INVERTED = 4;
  static final int SAME_EXPECTED = 5;
  static final int SAME_TEST = 6;

  Likeness(int rank, String text) {
    this(rank, rank + text, text);
  }
}
