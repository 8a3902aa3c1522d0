package org.ibassay.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Standard output, as text and, for large output, as bytes.
///
/// A Java writer does not report why it could not write; this one keeps the reason.
final class Output extends PrintWriter {
  private final Kept kept;

  /// @param bytes receives the output
  Output(OutputStream bytes) {
    this(new Kept(bytes));
  }

  private Output(Kept kept) {
    super(kept, false, Charset.defaultCharset());
    this.kept = kept;
  }

  /// Returns the standard output of this process.
  static Output standard() {
    return new Output(new FileOutputStream(FileDescriptor.out));
  }

  /// Returns a stream for bytes, in UTF-8: the one below the text's writer, if it is known. Text
  /// that was written must be flushed before.
  static OutputStream bytesOf(PrintWriter out) {
    return out instanceof Output own ? own.kept : new IntoWriter(out);
  }

  /// Whether output was lost: writing more is pointless.
  static boolean isLost(PrintWriter out) {
    return out instanceof Output own && own.kept.trouble != null;
  }

  /// Why output is lost that should be read; null if none is.
  static @Nullable String loss(PrintWriter out) {
    out.flush();
    IOException trouble = out instanceof Output own ? own.kept.trouble : null;
    return trouble == null || isClosedPipe(trouble) ? null : String.valueOf(trouble.getMessage());
  }

  /// Whether the reader of the output has ended.
  private static boolean isClosedPipe(Exception e) {
    return String.valueOf(e.getMessage()).contains("Broken pipe");
  }

  /// Passes bytes on, and keeps the reason of an error.
  private static final class Kept extends OutputStream {
    private final OutputStream to;
    private @Nullable IOException trouble;

    Kept(OutputStream to) {
      this.to = to;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      try {
        to.write(from, offset, length);
      } catch (IOException e) {
        trouble = trouble == null ? e : trouble;
        throw e;
      }
    }
  }

  /// Writes to another writer, for tests and others that collect text. A character that is split
  /// between two calls is completed with the next one.
  private static final class IntoWriter extends OutputStream {
    private final Writer out;
    private byte[] kept = {};

    IntoWriter(Writer out) {
      this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      byte[] all = new byte[kept.length + length];
      System.arraycopy(kept, 0, all, 0, kept.length);
      System.arraycopy(from, offset, all, kept.length, length);
      int end = lastLine(all);
      out.write(new String(all, 0, end, StandardCharsets.UTF_8));
      kept = Arrays.copyOfRange(all, end, all.length);
    }

    private static int lastLine(byte[] all) {
      int end = all.length;
      while (end > 0 && all[end - 1] != '\n') {
        end--;
      }
      return end;
    }

    @Override
    public void flush() throws IOException {
      out.write(new String(kept, StandardCharsets.UTF_8));
      kept = new byte[0];
      out.flush();
    }
  }
}
