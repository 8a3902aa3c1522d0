package org.ibassay.runner.report;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/// A part of a JSON file supplied by a user, read strictly: every error names the file, the place,
/// the field and what was expected there.
public final class JsonInput {
  private static final int SHOWN = 40;
  private static final long MOST_TOKENS = 4_000_000;
  private static final ObjectReader READER = reader(StreamReadConstraints.defaults());
  private static final ObjectReader WARY =
      reader(StreamReadConstraints.builder().maxTokenCount(MOST_TOKENS).build());

  private final String file;
  private final String place;
  private final JsonNode node;

  private static ObjectReader reader(StreamReadConstraints constraints) {
    return JsonMapper.builder(JsonFactory.builder().streamReadConstraints(constraints).build())
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build()
        .reader();
  }

  private JsonInput(String file, String place, JsonNode node) {
    this.file = file;
    this.place = place;
    this.node = node;
  }

  /// Reads a file.
  ///
  /// @param what kind of file, for messages: `expect file`
  /// @throws UsageException if it cannot be read or is not JSON
  public static JsonInput read(String what, Path path) throws UsageException {
    String file = what + " " + path;
    try {
      return of(file, Files.readString(path), READER);
    } catch (NoSuchFileException e) {
      throw new UsageException(file + ": no such file");
    } catch (CharacterCodingException e) {
      throw new UsageException(file + ": is not text in UTF-8");
    } catch (IOException e) {
      throw new UsageException(file + ": cannot be read: " + e.getMessage());
    }
  }

  /// Reads an untrusted text: one with more tokens than any run's results is rejected before it
  /// fills the memory.
  ///
  /// @param file its path, for messages
  /// @throws UsageException if it is not JSON
  public static JsonInput ofStranger(String file, String text) throws UsageException {
    return of(file, text, WARY);
  }

  private static JsonInput of(String file, String text, ObjectReader reader) throws UsageException {
    try {
      return new JsonInput(file, "", reader.readTree(text));
    } catch (JacksonException e) {
      throw new UsageException(
          "%s: %sis not JSON: %s"
              .formatted(file, where(e.getLocation()), firstLine(e.getOriginalMessage())));
    }
  }

  /// Returns the location of an error; empty where a limit, such as of nesting, is exceeded.
  private static String where(@Nullable TokenStreamLocation location) {
    return location == null
        ? ""
        : "line %d, column %d: ".formatted(location.getLineNr(), location.getColumnNr());
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  /// The items of an array.
  ///
  /// @param name names an item by its index, for messages
  /// @throws UsageException if this is not an array
  public List<JsonInput> items(IntFunction<String> name) throws UsageException {
    if (!node.isArray()) {
      throw wrong("expected an array; found " + found());
    }
    List<JsonInput> items = new ArrayList<>();
    for (JsonNode item : node) {
      items.add(new JsonInput(file, joined(name.apply(items.size())), item));
    }
    return items;
  }

  /// The items of an array that is a field of this object; messages name them `field[0]`.
  public List<JsonInput> items(String field) throws UsageException {
    JsonNode array = required(field, "an array");
    return new JsonInput(file, joined(field), array).items(i -> "[" + i + "]");
  }

  /// A field that is an object.
  public JsonInput object(String field) throws UsageException {
    JsonNode value = required(field, "an object");
    if (!value.isObject()) {
      throw wrong(field, "an object", value);
    }
    return new JsonInput(file, joined(field), value);
  }

  /// Rejects all other fields.
  ///
  /// @throws UsageException also if this is not an object
  public void allowOnly(String... names) throws UsageException {
    List<String> allowed = List.of(names);
    requireObject();
    for (String name : node.propertyNames()) {
      if (!allowed.contains(name)) {
        String shown = name.replaceAll("\\p{Cntrl}", "?");
        throw wrong("unknown field \"%s\"; expected %s".formatted(shown, String.join(", ", names)));
      }
    }
  }

  /// Returns a text that is not blank.
  public String text(String field) throws UsageException {
    JsonNode value = required(field, "a text");
    if (!value.isString() || value.stringValue().isBlank()) {
      throw wrong(field, "a text", value);
    }
    return value.stringValue();
  }

  /// Returns a text that is not blank, or null if the field is missing or null.
  public @Nullable String textIfAny(String field) throws UsageException {
    requireObject();
    JsonNode value = node.get(field);
    return value == null || value.isNull() ? null : text(field);
  }

  /// Returns a text, which may be blank, or null.
  public @Nullable String anyText(String field) throws UsageException {
    JsonNode value = required(field, "a text");
    if (!value.isString() && !value.isNull()) {
      throw wrong(field, "a text", value);
    }
    return value.isString() ? value.stringValue() : null;
  }

  /// Returns a list of texts.
  public List<String> texts(String field) throws UsageException {
    List<String> texts = new ArrayList<>();
    for (JsonInput item : items(field)) {
      if (!item.node.isString()) {
        throw item.wrong("expected a text; found " + item.found());
      }
      texts.add(item.node.stringValue());
    }
    return texts;
  }

  /// Whether the field exists.
  public boolean has(String field) throws UsageException {
    requireObject();
    return node.has(field);
  }

  /// Whether a field is an array of more than one value.
  public boolean isMixed(String field) throws UsageException {
    requireObject();
    JsonNode value = node.get(field);
    return value != null && value.valueStream().distinct().count() > 1;
  }

  /// Returns a number from 0 to `limit` - 1.
  public int index(String field, int limit) throws UsageException {
    JsonNode value = required(field, "a number");
    if (!value.canConvertToInt() || value.intValue() < 0 || value.intValue() >= limit) {
      throw wrong(field, "a number from 0 to " + (limit - 1), value);
    }
    return value.intValue();
  }

  /// Returns a boolean.
  public boolean flag(String field) throws UsageException {
    JsonNode value = required(field, "true or false");
    if (!value.isBoolean()) {
      throw wrong(field, "true or false", value);
    }
    return value.booleanValue();
  }

  /// Returns a date, `2027-01-31`.
  public LocalDate date(String field) throws UsageException {
    JsonNode value = required(field, "a date such as 2027-01-31");
    try {
      return LocalDate.parse(value.isString() ? value.stringValue() : "");
    } catch (DateTimeParseException e) {
      throw wrong(field, "a date such as 2027-01-31", value);
    }
  }

  /// An error about this part.
  public UsageException wrong(String what) {
    return new UsageException(file + (place.isEmpty() ? "" : ": " + place) + ": " + what);
  }

  /// An error about a field of this part.
  public UsageException wrong(String field, String expected) {
    JsonNode value = node.get(field);
    return value == null
        ? wrong("lacks the field \"%s\"; expected %s".formatted(field, expected))
        : wrong(field, expected, value);
  }

  private UsageException wrong(String field, String expected, JsonNode value) {
    return wrong("field \"%s\": expected %s; found %s".formatted(field, expected, shown(value)));
  }

  private JsonNode required(String field, String expected) throws UsageException {
    requireObject();
    JsonNode value = node.get(field);
    if (value == null) {
      throw wrong(field, expected);
    }
    return value;
  }

  private void requireObject() throws UsageException {
    if (!node.isObject()) {
      throw wrong("expected an object; found " + found());
    }
  }

  private String joined(String name) {
    return place.isEmpty() || name.startsWith("[") ? place + name : place + "." + name;
  }

  private String found() {
    return node.isMissingNode() ? "nothing" : shown(node);
  }

  private static String shown(JsonNode value) {
    if (value.isArray()) {
      return "an array";
    }
    if (value.isObject()) {
      return "an object";
    }
    String text = value.toString();
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }
}
