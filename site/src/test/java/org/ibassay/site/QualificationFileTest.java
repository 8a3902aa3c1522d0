package org.ibassay.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QualificationFileTest {
  @TempDir Path root;

  @BeforeEach
  void build() throws IOException {
    for (String module : new String[] {"wire", "link", "device", "suite", "runner"}) {
      write(module + "/target/" + module + ".jar", "", 1000);
    }
  }

  private Path write(String file, String text, long millis) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.resolveSibling("."));
    Files.writeString(path, text);
    return Files.setLastModifiedTime(path, FileTime.fromMillis(millis));
  }

  private static String found(String uri) {
    return """
    {"exit": 0, "assertions": [], "deviations": [],
     "variants": [{"uri": "%s", "parameters": {}, "wrong": []}]}
    """
        .formatted(uri);
  }

  private Optional<String> read() throws IOException {
    return new QualificationFile(root).read().map(found -> found.variants().getFirst().uri());
  }

  @Test
  void whatTheTestsFoundOfThisBuildIsTaken() throws IOException {
    write(QualificationFile.NAME, found("sim:ca"), 1001);
    assertThat(read()).contains("sim:ca");
  }

  @Test
  void whatTheyFoundOfAnEarlierBuildIsNot() throws IOException {
    write(QualificationFile.NAME, found("sim:ca"), 999);
    assertThat(read()).isEmpty();
  }

  @Test
  void whereTheyDidNotRunThereIsNothing() throws IOException {
    assertThat(read()).isEmpty();
  }
}
