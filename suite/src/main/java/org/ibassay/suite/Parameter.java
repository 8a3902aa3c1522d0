package org.ibassay.suite;

import java.util.List;

/// Values that a user may set for a run (PIXIT), each with its unit and default.
@SuppressWarnings("ImmutableEnumChecker") // its list is made by List.of
public enum Parameter {
  M_KEY_DUT("64-bit key", "0x1BA55A7000000001", "M_Key that the tests set in the DUT", 1, -1L),
  // Its highest bit is 1, so that the tests also set such a key.
  M_KEY_OTHER("64-bit key", "0x9BA55A7000000002", "an M_Key that differs from the DUT's", 1, -1L),
  LEASE_PERIOD("seconds", "2", "PortInfo:M_KeyLeasePeriod that the lease tests set", 1, 0xFFFF),
  M_KEY_PROTECT_BITS("2, 3 or both", "2,3", "PortInfo:M_KeyProtectBits of the lease tests", 2, 3),
  M_KEY_VIOLATIONS("count", "0", "PortInfo:M_KeyViolations that the lease tests set", 0, 0xFFFE),
  LEASE_ZERO_WATCH(
      "seconds", "5", "how long C14_017_05 watches a zero lease period on a real link", 1, 65536),
  // The first byte, 2, marks locally assigned IDs.
  SERVICE_ID("64-bit id", "0x021BA55A70000015", "ServiceID that C15_0_1_012_15 registers", 1, -1L),
  SERVICE_LEASE(
      "seconds", "4", "lease of the service whose expiration C15_0_1_012_15 awaits", 3, 0xFFFF),
  SM_KEY("64-bit key", "0x0000000000000001", "SM_Key of the subnet manager under test", 0, -1L),
  SM_PATIENCE(
      "seconds",
      "120",
      "how long to wait for a subnet manager to find the tester, to notice that it is silent",
      1,
      3600),
  START_PSN(
      "PSN, or several",
      "0x123456,0xFFFFFE",
      "first PSN of the tester and of the DUT; a test runs once for each",
      0,
      0xFFFFFF),
  PROFILE("how much of a long range to test: a sample, or the page's whole range", "short", "full");

  private final String unit;
  private final String fallback;
  private final String meaning;
  private final long low;
  private final long high;
  private final List<String> words;

  Parameter(String unit, String fallback, String meaning, long low, long high) {
    this.unit = unit;
    this.fallback = fallback;
    this.meaning = meaning;
    this.low = low;
    this.high = high;
    this.words = List.of();
  }

  /// A parameter whose value is one of several words; the first is the default.
  Parameter(String meaning, String... words) {
    this.unit = "word";
    this.fallback = words[0];
    this.meaning = meaning;
    this.low = 0;
    this.high = words.length - 1L;
    this.words = List.of(words);
  }

  /// The unit of the value.
  public String unit() {
    return unit;
  }

  /// The default.
  public String fallback() {
    return fallback;
  }

  /// The purpose of the parameter.
  public String meaning() {
    return meaning;
  }

  /// The words allowed, each of which stands for its index; empty for a number.
  public List<String> words() {
    return words;
  }

  /// The smallest value, unsigned.
  public long low() {
    return low;
  }

  /// The largest value, unsigned.
  public long high() {
    return high;
  }
}
