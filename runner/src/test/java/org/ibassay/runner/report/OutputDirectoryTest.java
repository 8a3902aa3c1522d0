package org.ibassay.runner.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ibassay.runner.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputDirectoryTest {
  @TempDir Path parent = Path.of("");

  @Test
  void makesANewDirectory() throws UsageException {
    OutputDirectory made = OutputDirectory.prepare(parent.resolve("a/b"));
    assertThat(made.results()).isEqualTo(parent.resolve("a/b/results.json"));
    assertThat(made.trace()).isEqualTo(parent.resolve("a/b/trace.pcapng"));
    assertThat(parent.resolve("a/b")).isDirectory();
  }

  @Test
  void takesAnEmptyOneAndItsOwn() throws UsageException, IOException {
    Path path = Files.createDirectory(parent.resolve("out"));
    OutputDirectory first = OutputDirectory.prepare(path);
    first.close();
    Files.writeString(first.results(), "old");
    Files.writeString(path.resolve("notes.txt"), "mine");
    OutputDirectory second = OutputDirectory.prepare(path);
    assertThat(second.results()).doesNotExist();
    assertThat(path.resolve("notes.txt")).hasContent("mine");
  }

  @Test
  void isOneRunsAtATime() throws UsageException, IOException {
    Path path = parent.resolve("out");
    try (OutputDirectory first = OutputDirectory.prepare(path)) {
      Files.writeString(first.results(), "mine");
      assertThatThrownBy(() -> OutputDirectory.prepare(path))
          .isInstanceOf(UsageException.class)
          .hasMessage(
              "output directory " + path + ": another run is writing there; expected --out DIR");
      assertThat(first.results()).hasContent("mine");
    }
    OutputDirectory.prepare(path).close();
  }

  @Test
  void leavesAForeignDirectoryAlone() throws IOException {
    Path path = Files.createDirectory(parent.resolve("precious"));
    Files.writeString(path.resolve("results.json"), "mine");
    assertThatThrownBy(() -> OutputDirectory.prepare(path))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("output directory " + path + ": exists, and ibassay did not make it");
    assertThat(path.resolve("results.json")).hasContent("mine");
  }

  @Test
  void refusesAFile() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "mine");
    assertThatThrownBy(() -> OutputDirectory.prepare(file)).isInstanceOf(UsageException.class);
    assertThatThrownBy(() -> OutputDirectory.prepare(file.resolve("below")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot be written");
  }
}
