package org.ibassay.runner.report;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;

/// Writes a JSON object to a file, member by member, so that only a part of it is in memory. The
/// file appears atomically when it is complete.
public final class JsonStream implements Closeable {
  private final Path file;
  private final Path part;
  private final Writer writer;
  private final JsonGenerator json;

  private JsonStream(Path file, Path part, Writer writer) {
    this.file = file;
    this.part = part;
    this.writer = writer;
    this.json = JsonOutput.generator(writer);
  }

  /// Starts a file.
  public static JsonStream open(Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    JsonStream stream =
        new JsonStream(file, part, Files.newBufferedWriter(part, StandardCharsets.UTF_8));
    write(stream.json::writeStartObject);
    return stream;
  }

  /// Writes a member.
  ///
  /// @param tree of maps, lists, texts, numbers and nulls
  public void member(String name, @Nullable Object tree) throws IOException {
    write(() -> json.writeName(name).writePOJO(tree));
  }

  /// Starts a member that is an array.
  public void beginArray(String name) throws IOException {
    write(() -> json.writeName(name).writeStartArray());
  }

  /// Writes an item of the array.
  public void item(Object tree) throws IOException {
    write(() -> json.writePOJO(tree));
  }

  /// Ends the array.
  public void endArray() throws IOException {
    write(json::writeEndArray);
  }

  /// Ends the object; the file now exists.
  public void finish() throws IOException {
    write(() -> json.writeEndObject().writeRaw("\n").close());
    writer.close();
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void write(Runnable writing) throws IOException {
    try {
      writing.run();
    } catch (JacksonException e) {
      throw new IOException(e.getOriginalMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
    Files.deleteIfExists(part);
  }
}
