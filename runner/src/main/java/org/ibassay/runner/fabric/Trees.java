package org.ibassay.runner.fabric;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Creates and reads JSON trees of maps and lists.
public final class Trees {
  private Trees() {}

  /// Returns an object of alternating names and values.
  public static Map<String, @Nullable Object> of(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return object;
  }

  /// Returns an object; empty if it is missing.
  public static Map<String, @Nullable Object> object(@Nullable Object tree) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    if (tree instanceof Map<?, ?> map) {
      map.forEach((name, value) -> object.put(String.valueOf(name), value));
    }
    return object;
  }

  /// Returns the objects of an array.
  public static List<Map<String, @Nullable Object>> objects(@Nullable Object tree) {
    return tree instanceof List<?> list ? list.stream().map(Trees::object).toList() : List.of();
  }

  /// Returns a field as text; empty if it is missing.
  public static String text(Map<String, @Nullable Object> object, String field) {
    Object value = object.get(field);
    return value == null ? "" : value.toString();
  }
}
