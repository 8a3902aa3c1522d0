package org.ibassay.suite;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Counts a step's checks by subject: the name of a field, or an empty string for all conditions on
/// more than one field.
final class Subjects {
  private final Map<String, Subject> all = new HashMap<>();
  // Checks alternate between a few subjects, so most look-ups end at one of these.
  private @Nullable Subject last;
  private @Nullable Subject lastButOne;
  private @Nullable Subject lastButTwo;

  /// A subject and its counts.
  static final class Subject {
    final String name;
    long checks;
    long failures;

    Subject(String name) {
      this.name = name;
    }
  }

  /// Returns the subject of that name.
  @SuppressWarnings("ReferenceEquality") // usually the same constant; if not, the map finds it
  Subject of(String name) {
    Subject newest = last;
    if (newest != null && newest.name == name) {
      return newest;
    }
    Subject newer = lastButOne;
    if (newer != null && newer.name == name) {
      return newer;
    }
    Subject older = lastButTwo;
    if (older != null && older.name == name) {
      return older;
    }
    Subject found = all.get(name);
    if (found == null) {
      found = new Subject(name);
      all.put(name, found);
    }
    lastButTwo = newer;
    lastButOne = newest;
    last = found;
    return found;
  }

  void addAll(Subjects other) {
    other.all.forEach((name, counted) -> {
      Subject subject = all.computeIfAbsent(name, Subject::new);
      subject.checks += counted.checks;
      subject.failures += counted.failures;
    });
  }

  Set<String> names() {
    return Set.copyOf(all.keySet());
  }

  /// The subjects with failed checks.
  Set<String> failed() {
    return all.values().stream()
        .filter(subject -> subject.failures > 0)
        .map(subject -> subject.name)
        .collect(Collectors.toSet());
  }

  long checks(String name) {
    Subject counted = all.get(name);
    return counted == null ? 0 : counted.checks;
  }

  long failures(String name) {
    Subject counted = all.get(name);
    return counted == null ? 0 : counted.failures;
  }
}
