package org.ibassay.runner.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Writes trees of maps, lists, texts, numbers and nulls as JSON.
public final class JsonOutput {
  private static final ObjectWriter WRITER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writer();

  private static final JsonMapper LINES = JsonMapper.builder().build();

  private JsonOutput() {}

  /// Formats a tree as indented text.
  public static String text(Object tree) {
    return WRITER.writeValueAsString(tree) + "\n";
  }

  /// Formats a tree as one line, without a line feed.
  public static String line(Object tree) {
    return LINES.writeValueAsString(tree);
  }

  /// Returns a generator of indented JSON; the caller closes the writer.
  static JsonGenerator generator(Writer writer) {
    return WRITER.createGenerator(writer);
  }

  /// Parses a line.
  ///
  /// @return empty if it is not a complete object
  public static Map<String, @Nullable Object> read(String line) {
    try {
      Map<String, @Nullable Object> tree = new LinkedHashMap<>();
      if (LINES.readValue(line, Object.class) instanceof Map<?, ?> map) {
        map.forEach((name, value) -> tree.put(String.valueOf(name), value));
      }
      return tree;
    } catch (JacksonException e) {
      return new LinkedHashMap<>();
    }
  }

  /// Writes a file atomically.
  public static void write(Object tree, Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (Writer writer = Files.newBufferedWriter(part, StandardCharsets.UTF_8)) {
      writer.write(text(tree));
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
