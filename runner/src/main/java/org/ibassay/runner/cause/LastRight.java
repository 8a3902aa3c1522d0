package org.ibassay.runner.cause;

import java.util.List;

/// When a value that a check found wrong was last right in the same test, and what was sent from
/// then until it was wrong. That says more of a cause than the value does.
///
/// @param right packet that had the expected value
/// @param wrong first packet after it that had not; since then the value was wrong
/// @param areSets whether the requests are Sets; otherwise no Set was sent
/// @param sent those requests, each with what it changed and the response to it, in order of time;
///   of many Sets, the last; of many others, none
/// @param earlier how many were sent before these
public record LastRight(long right, long wrong, boolean areSets, List<String> sent, int earlier) {
  /// Keeps a copy.
  public LastRight {
    sent = List.copyOf(sent);
  }

  /// The two packets, and what to make of the requests between.
  public String text() {
    String text = "in packet %d, and wrong from packet %d on".formatted(right, wrong);
    if (sent.isEmpty()) {
      String none = earlier > 0 ? "no Set" : "only the request that reads it";
      return "%s; %s was sent between".formatted(text, none);
    }
    String what = areSets ? "the Sets" : "no Set, but the requests";
    String before = earlier == 0 ? "" : " (the last %d of %d)".formatted(sent.size(), total());
    return "%s; %s sent between%s:".formatted(text, what, before);
  }

  private int total() {
    return sent.size() + earlier;
  }
}
