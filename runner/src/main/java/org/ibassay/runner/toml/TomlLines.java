package org.ibassay.runner.toml;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The lines at which a TOML file sets its keys, for error messages, because the parser keeps no
/// locations. A key in an inline table has the line of that table.
final class TomlLines {
  private static final Pattern TABLES = Pattern.compile("\\s*\\[\\[\\s*([^\\]]+?)\\s*]].*");
  private static final Pattern TABLE = Pattern.compile("\\s*\\[\\s*([^\\[\\]]+?)\\s*].*");
  private static final Pattern KEY =
      Pattern.compile("\\s*((?:[\\w-]+|\"[^\"]*\"|'[^']*')(?:\\s*\\.\\s*[\\w\"'-]+)*)\\s*=.*");

  private final Map<String, Integer> lines = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private String table = "";

  TomlLines(String text) {
    int number = 0;
    for (String line : text.split("\\R", -1)) {
      read(line, ++number);
    }
  }

  private void read(String line, int number) {
    Matcher tables = TABLES.matcher(line);
    Matcher single = TABLE.matcher(line);
    Matcher key = KEY.matcher(line);
    if (tables.matches()) {
      String name = plain(tables.group(1));
      int index = counts.merge(name, 1, Integer::sum) - 1;
      table = name + "[" + index + "]";
      lines.putIfAbsent(table, number);
    } else if (single.matches()) {
      table = indexed(plain(single.group(1)));
      lines.putIfAbsent(table, number);
    } else if (key.matches()) {
      lines.putIfAbsent(joined(table, plain(key.group(1))), number);
    }
  }

  /// `dut.param` belongs to the last `[[dut]]`.
  private String indexed(String name) {
    int dot = name.indexOf('.');
    String first = dot < 0 ? name : name.substring(0, dot);
    Integer count = counts.get(first);
    return count == null ? name : first + "[" + (count - 1) + "]" + name.substring(first.length());
  }

  private static String plain(String key) {
    return key.replaceAll("[\"'\\s]", "");
  }

  static String joined(String outer, String key) {
    return outer.isEmpty() ? key : outer + "." + key;
  }

  /// The line of a key, such as `dut[2].uri`, or of the innermost table around it that has one; 0
  /// if none has.
  int of(String key) {
    String at = key;
    while (!at.isEmpty()) {
      Integer line = lines.get(at);
      if (line != null) {
        return line;
      }
      at = at.substring(0, Math.max(0, at.lastIndexOf('.')));
    }
    return 0;
  }
}
