package org.ibassay.runner.fabric;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Trees of maps and lists, as JSON is made of and read into.
public final class Trees {
  private Trees() {}

  /// An object of names and values in turn.
  public static Map<String, @Nullable Object> of(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return object;
  }

  /// An object; without fields where there is none.
  public static Map<String, @Nullable Object> object(@Nullable Object tree) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    if (tree instanceof Map<?, ?> map) {
      map.forEach((name, value) -> object.put(String.valueOf(name), value));
    }
    return object;
  }

  /// The objects of an array.
  public static List<Map<String, @Nullable Object>> objects(@Nullable Object tree) {
    return tree instanceof List<?> list ? list.stream().map(Trees::object).toList() : List.of();
  }

  /// A field as a text; empty where there is none.
  public static String text(Map<String, @Nullable Object> object, String field) {
    Object value = object.get(field);
    return value == null ? "" : value.toString();
  }
}
