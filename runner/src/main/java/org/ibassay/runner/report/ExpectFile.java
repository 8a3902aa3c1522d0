package org.ibassay.runner.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.Expectations;
import org.ibassay.runner.KnownNonConformance;
import org.ibassay.runner.UsageException;

/// Reads a file of known non-conformances: a JSON array of objects with `test`, `assertion`,
/// `reason`, `owner`, `expires` (a date) and optionally `firmware`. Other fields are errors, so
/// that a typing error never excuses a failure.
public final class ExpectFile {
  private ExpectFile() {}

  /// Reads the file.
  ///
  /// @throws UsageException names the file, the entry and the field, and what was expected there
  public static Expectations read(Path file) throws UsageException {
    JsonInput array = JsonInput.read("expect file", file);
    List<KnownNonConformance> entries = new ArrayList<>();
    for (JsonInput item : array.items(i -> "entry " + (i + 1))) {
      KnownNonConformance entry = entry(file.toString(), entries.size() + 1, item);
      for (KnownNonConformance earlier : entries) {
        if (isSame(earlier, entry)) {
          throw item.wrong("is about the same as entry " + earlier.entry() + ": one of them goes");
        }
      }
      entries.add(entry);
    }
    return new Expectations(entries);
  }

  private static KnownNonConformance entry(String file, int number, JsonInput item)
      throws UsageException {
    item.allowOnly("test", "assertion", "reason", "owner", "firmware", "expires");
    return new KnownNonConformance(
        file,
        number,
        item.text("test"),
        item.text("assertion"),
        item.text("reason"),
        item.text("owner"),
        item.textIfAny("firmware"),
        item.date("expires"));
  }

  private static boolean isSame(KnownNonConformance one, KnownNonConformance other) {
    return one.test().equalsIgnoreCase(other.test())
        && one.assertion().equalsIgnoreCase(other.assertion());
  }
}
