package org.ibassay.runner.toml;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.Selection;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/// A table of a user's TOML file, read strictly: every error names the file, the line, the key and
/// what was expected there.
public final class TomlTable {
  private static final TomlMapper MAPPER =
      TomlMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final int SHOWN = 40;

  private final String file;
  private final TomlLines lines;
  private final String path;
  private final JsonNode node;

  private TomlTable(String file, TomlLines lines, String path, JsonNode node) {
    this.file = file;
    this.lines = lines;
    this.path = path;
    this.node = node;
  }

  /// Reads a file.
  ///
  /// @param what kind of file, for messages: `lab file`
  /// @throws UsageException if it cannot be read or is not TOML
  public static TomlTable read(String what, Path path) throws UsageException {
    String file = what + " " + path;
    try {
      String text = Files.readString(path);
      return new TomlTable(file, new TomlLines(text), "", MAPPER.readTree(text));
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      String message = e.getOriginalMessage().lines().findFirst().orElse("");
      throw new UsageException(
          "%s%s: not TOML: %s".formatted(file, line > 0 ? ", line " + line : "", message));
    } catch (NoSuchFileException e) {
      throw new UsageException(file + ": there is no such file");
    } catch (CharacterCodingException e) {
      throw new UsageException(file + ": is not text in UTF-8");
    } catch (IOException e) {
      throw new UsageException(file + ": cannot be read: " + e.getMessage());
    }
  }

  /// Rejects all other keys and suggests similar names.
  public void allowOnly(String... names) throws UsageException {
    List<String> allowed = List.of(names);
    for (String name : node.propertyNames()) {
      if (!allowed.contains(name)) {
        List<String> close = Selection.close(name, allowed);
        throw wrong(
            name,
            "unknown key; expected "
                + (close.isEmpty() ? String.join(", ", allowed) : String.join(" or ", close)));
      }
    }
  }

  /// A table below this one, `[key]`; without keys if it is missing.
  public TomlTable table(String key) throws UsageException {
    JsonNode table = node.path(key);
    if (!table.isMissingNode() && !table.isObject()) {
      throw wrong(key, "expected a table [" + key + "]" + found(table));
    }
    return new TomlTable(file, lines, TomlLines.joined(path, key), table);
  }

  /// The keys, in the order written.
  public List<String> keys() {
    return List.copyOf(node.propertyNames());
  }

  /// A boolean, as a text.
  public String flag(String key) throws UsageException {
    JsonNode value = node.path(key);
    if (!value.isBoolean()) {
      throw wrong(key, "expected true or false" + found(value));
    }
    return value.asString();
  }

  /// An integer of 0 or more, as a text.
  public String count(String key) throws UsageException {
    JsonNode value = node.path(key);
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw wrong(key, "expected an integer of 0 or more" + found(value));
    }
    return value.asString();
  }

  /// The tables of an array of tables, `[[key]]`.
  public List<TomlTable> tables(String key) throws UsageException {
    JsonNode array = node.get(key);
    if (array == null || !array.isArray() || array.isEmpty()) {
      throw wrong(key, "expected at least one table [[" + key + "]]" + found(array));
    }
    List<TomlTable> tables = new ArrayList<>();
    for (JsonNode item : array) {
      String at = TomlLines.joined(path, key + "[" + tables.size() + "]");
      if (!item.isObject()) {
        throw wrong(key, "expected tables [[" + key + "]]" + found(item));
      }
      tables.add(new TomlTable(file, lines, at, item));
    }
    return tables;
  }

  /// Returns a text that is not blank.
  public String text(String key, String expected) throws UsageException {
    String text = textIfAny(key, expected);
    if (text == null) {
      throw wrong(key, "missing; expected " + expected);
    }
    return text;
  }

  /// Returns a text that is not blank, or null if the key is missing.
  public @Nullable String textIfAny(String key, String expected) throws UsageException {
    String text = anyText(key, expected);
    if (text != null && text.isBlank()) {
      throw wrong(key, "expected " + expected + found(node.get(key)));
    }
    return text;
  }

  /// A text, which may be blank, or null if the key is missing.
  public @Nullable String anyText(String key, String expected) throws UsageException {
    JsonNode value = node.get(key);
    if (value == null) {
      return null;
    }
    if (!value.isString()) {
      throw wrong(key, "expected " + expected + found(value));
    }
    return value.stringValue();
  }

  /// Returns an array of texts; empty if the key is missing.
  public List<String> texts(String key, String expected) throws UsageException {
    JsonNode array = node.get(key);
    if (array == null) {
      return List.of();
    }
    if (!array.isArray()) {
      throw wrong(key, "expected " + expected + found(array));
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode item : array) {
      if (!item.isString() || item.stringValue().isBlank()) {
        throw wrong(key, "expected " + expected + found(item));
      }
      texts.add(item.stringValue());
    }
    return texts;
  }

  /// Checks a value, given in the notation of the file: `2`, `true`, `0x10` or a text.
  @FunctionalInterface
  public interface ValueCheck {
    /// @throws UsageException says what is wrong with the value
    void check(String name, String value) throws UsageException;
  }

  /// Returns the names and values of a table in this one, each as text; empty if it is missing.
  public Map<String, String> values(String key, ValueCheck check) throws UsageException {
    JsonNode table = node.get(key);
    Map<String, String> values = new LinkedHashMap<>();
    if (table == null) {
      return values;
    }
    if (!table.isObject()) {
      throw wrong(key, "expected a table [" + plainPath() + "." + key + "]" + found(table));
    }
    for (Map.Entry<String, JsonNode> entry : table.properties()) {
      JsonNode value = entry.getValue();
      String name = TomlLines.joined(key, entry.getKey());
      if (value.isContainer()) {
        throw wrong(name, "expected a number, a boolean or a text" + found(value));
      }
      try {
        check.check(entry.getKey(), value.asString());
      } catch (UsageException e) {
        throw wrong(name, String.valueOf(e.getMessage()));
      }
      values.put(entry.getKey(), value.asString());
    }
    return values;
  }

  private String plainPath() {
    return path.replaceAll("\\[\\d+]", "");
  }

  /// An error about a key of this table.
  public UsageException wrong(String key, String what) {
    String at = TomlLines.joined(path, key).replaceAll("\\p{Cntrl}", "?");
    int line = lines.of(TomlLines.joined(path, key));
    return new UsageException(
        "%s%s: %s: %s".formatted(file, line > 0 ? ", line " + line : "", at, what));
  }

  private static String found(@Nullable JsonNode value) {
    if (value == null || value.isMissingNode()) {
      return "; found none";
    }
    if (value.isArray()) {
      return "; found an array";
    }
    if (value.isObject()) {
      return "; found a table";
    }
    String text = value.toString();
    return "; found " + (text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...");
  }
}
