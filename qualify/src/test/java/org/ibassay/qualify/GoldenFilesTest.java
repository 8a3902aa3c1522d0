package org.ibassay.qualify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GoldenFilesTest {
  @TempDir Path directory;

  private GoldenFiles golden(String... tests) {
    return new GoldenFiles(directory, file -> file.matches("(" + String.join("|", tests) + ")/.*"));
  }

  @Test
  void whatIsAcceptedIsExpected() throws IOException {
    Map<String, String> seen = Map.of("A/mft.txt", "x\n", "B/mft.txt", "y\n");
    golden("A", "B").accept(seen);
    assertThat(golden("A", "B").difference(seen)).isEmpty();
    assertThat(Files.readString(directory.resolve("B/mft.txt"))).isEqualTo("y\n");
  }

  @Test
  void newAndObsoleteFilesAreReported() throws IOException {
    golden("A").accept(Map.of("A/mft.txt", "x\n"));
    assertThat(golden("A").difference(Map.of("A/node.txt", "y\n")))
        .isEqualTo("A/mft.txt (obsolete)\n  - x\nA/node.txt (new)\n  + y\n");
  }

  @Test
  void otherTestsFilesStayAsTheyAre() throws IOException {
    golden("A", "B").accept(Map.of("A/mft.txt", "x\n", "B/mft.txt", "y\n"));
    golden("A").accept(Map.of("A/node.txt", "z\n"));
    assertThat(golden("A", "B").difference(Map.of("A/node.txt", "z\n", "B/mft.txt", "y\n")))
        .isEmpty();
  }
}
