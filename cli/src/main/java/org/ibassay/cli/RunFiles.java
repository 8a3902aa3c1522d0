package org.ibassay.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The files of a run. If one cannot be written, the others still are.
final class RunFiles {
  private final List<String> incomplete = new ArrayList<>();
  private final Set<String> reasons = new LinkedHashSet<>();

  /// Writes a file.
  @FunctionalInterface
  interface Writing {
    void to(Path file) throws IOException;
  }

  void write(Path file, Writing writing) {
    try {
      writing.to(file);
    } catch (IOException e) {
      failed(file, e);
    }
  }

  private void failed(Path file, IOException e) {
    incomplete.add(String.valueOf(file.getFileName()));
    reasons.add(String.valueOf(e.getMessage()).replaceFirst("^(\\S+Exception: )+", ""));
  }

  /// Which files are incomplete, and why; null if none is.
  @Nullable String trouble() {
    return incomplete.isEmpty()
        ? null
        : "incomplete: %s: %s".formatted(String.join(", ", incomplete), String.join("; ", reasons));
  }
}
