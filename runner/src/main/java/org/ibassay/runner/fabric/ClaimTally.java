package org.ibassay.runner.fabric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.runner.Verdict;
import org.jspecify.annotations.Nullable;

/// Merges the claims about several devices.
public final class ClaimTally {
  private ClaimTally() {}

  /// Returns each claim once, with the tests that name it on any device, and their worst verdict.
  ///
  /// @param devices the claims about each, as in `results.json`
  public static List<Map<String, @Nullable Object>> all(
      Stream<List<Map<String, @Nullable Object>>> devices) {
    Map<String, Map<String, @Nullable Object>> claims = new LinkedHashMap<>();
    devices.forEach(device -> {
      for (Map<String, @Nullable Object> claim : device) {
        String name = Trees.text(claim, "name");
        Map<String, @Nullable Object> known = claims.get(name);
        claims.put(name, known == null ? claim : both(known, claim));
      }
    });
    return List.copyOf(claims.values());
  }

  private static Map<String, @Nullable Object> both(
      Map<String, @Nullable Object> one, Map<String, @Nullable Object> other) {
    Set<String> tests = new LinkedHashSet<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (Map<String, @Nullable Object> claim : List.of(one, other)) {
      if (claim.get("tests") instanceof List<?> named) {
        named.forEach(test -> tests.add(String.valueOf(test)));
      }
      Verdict.of(Trees.text(claim, "verdict")).ifPresent(verdicts::add);
    }
    return Trees.of(
        "name",
        one.get("name"),
        "value",
        one.get("value"),
        "tests",
        List.copyOf(tests),
        "verdict",
        verdicts.isEmpty() ? null : Verdict.worst(verdicts.stream()).text());
  }
}
