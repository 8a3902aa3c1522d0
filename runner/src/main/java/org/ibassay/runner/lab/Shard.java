package org.ibassay.runner.lab;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.runner.UsageException;

/// A part of a run that is split over several processes.
///
/// @param index from 0 to `count` - 1
/// @param count number of parts
public record Shard(int index, int count) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  /// Parses `I/N`.
  ///
  /// @throws UsageException says what was expected
  public static Shard parse(String text) throws UsageException {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      Shard shard = new Shard(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
      if (shard.index < shard.count) {
        return shard;
      }
    }
    throw new UsageException(
        "--shard " + text + ": expected I/N with I from 0 to N-1, for example 0/8");
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}
