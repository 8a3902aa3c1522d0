package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import java.util.function.Predicate;

/// Trap rules of a device with several deviations: where the upper rules conform, the lower ones
/// apply; values and contents pass through both.
///
/// @param lower the rules of the deviations declared first
/// @param upper the rules of another deviation
record OverlaidTrapRules(TrapRules lower, TrapRules upper) implements TrapRules {
  /// Returns the answer of the upper rules if it differs from a conforming device's.
  private boolean is(Predicate<TrapRules> rule) {
    boolean above = rule.test(upper);
    return above == rule.test(CONFORMING) ? rule.test(lower) : above;
  }

  @Override
  public boolean reports(int trap) {
    return is(rules -> rules.reports(trap));
  }

  @Override
  public boolean reportsPKeys(Port port) {
    return is(rules -> rules.reportsPKeys(port));
  }

  @Override
  public boolean sends(Port port) {
    return is(rules -> rules.sends(port));
  }

  @Override
  public boolean isSetUp(Port port) {
    return is(rules -> rules.isSetUp(port));
  }

  @Override
  public int destination(Port port) {
    int above = upper.destination(port);
    return above == CONFORMING.destination(port) ? lower.destination(port) : above;
  }

  @Override
  public void edit(MemorySegment trap) {
    lower.edit(trap);
    upper.edit(trap);
  }

  @Override
  public void editRepeated(MemorySegment trap, int times) {
    lower.editRepeated(trap, times);
    upper.editRepeated(trap, times);
  }

  @Override
  public boolean takesForBadKey(Transaction t) {
    return is(rules -> rules.takesForBadKey(t));
  }

  @Override
  public boolean takesForChange(Transaction t) {
    return is(rules -> rules.takesForChange(t));
  }

  @Override
  public long interval(long least) {
    return upper.interval(lower.interval(least));
  }

  @Override
  public int times(int usual) {
    return upper.times(lower.times(usual));
  }

  @Override
  public boolean stops(MemorySegment repress, MemorySegment trap, boolean right) {
    return upper.stops(repress, trap, lower.stops(repress, trap, right));
  }

  @Override
  public boolean answersRepress() {
    return is(TrapRules::answersRepress);
  }
}
