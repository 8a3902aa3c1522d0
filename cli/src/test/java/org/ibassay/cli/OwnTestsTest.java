package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.ibassay.device.OwnDeviation;
import org.ibassay.device.OwnDeviation.Fault;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Errors in a jar of a user's tests are reported in one line. `.ci/run` runs such tests with
/// `examples/own-tests`.
class OwnTestsTest {
  @TempDir Path folder;

  @Test
  void aJarIsFound() {
    assertThat(complaint(folder.resolve("none.jar"))).endsWith("none.jar: no such file");
    assertThat(complaint(folder)).endsWith("is not a file; expected a jar");
  }

  @Test
  void aJarIsAJar() throws IOException {
    Path text = Files.writeString(folder.resolve("text.jar"), "not a jar");
    assertThat(complaint(text)).contains("text.jar: is no jar: ");
  }

  @Test
  void aJarHasTests() throws IOException {
    assertThat(complaint(jar("other/index.json", ""))).contains("own.jar: has no tests: ");
  }

  @Test
  void aJarIsOfThisVersion() throws IOException {
    assertThat(complaint(index("0.0.9", "Own")))
        .contains("was built for ibassay 0.0.9, and this is ibassay " + Pages.version());
    assertThat(complaint(jar(Pages.INDEX, "[\"Own\"]"))).contains("own.jar: cannot be read: ");
  }

  @Test
  void aTestHasANameOfItsOwn() throws IOException {
    assertThat(complaint(index(Pages.version(), "C13_013")))
        .contains("has a test C13_013, as ibassay itself has");
    assertThat(complaint(index(Pages.version(), "Own\", \"Own"))).contains("has a test Own, as ");
  }

  @Test
  void aTestCanBeLoaded() throws IOException {
    assertThat(complaint(index(Pages.version(), "Own")))
        .contains("cannot load the test Own: ", "its page is missing");
  }

  @Test
  void everyCommandThatNamesTestsTakesThem() {
    for (String command : List.of("run", "list", "describe x", "coverage", "explain", "qualify")) {
      String given = command + " --tests " + folder.resolve("none.jar");
      assertThat(complaint(given.split(" ", -1))).as(command).contains("no such file");
    }
  }

  @Test
  void aDeviationHasAFamily() {
    assertThatThrownBy(() -> new OwnDeviation("moves", "moves", NodeKind.ALL, () -> new Fault() {}))
        .hasMessageContaining("expected a name such as acme.guid-moves");
  }

  private Path index(String version, String test) throws IOException {
    return jar(Pages.INDEX, "{\"version\": \"%s\", \"tests\": [\"%s\"]}".formatted(version, test));
  }

  private Path jar(String name, String content) throws IOException {
    Path jar = folder.resolve("own.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      entries.putNextEntry(new JarEntry(name));
      entries.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  private static String complaint(Path jar) {
    return complaint("list", "--tests", jar.toString());
  }

  private static String complaint(String... arguments) {
    StringWriter err = new StringWriter();
    int exit = Main.run(arguments, new PrintWriter(new StringWriter()), new PrintWriter(err));
    assertThat(exit).isEqualTo(2);
    return err.toString().strip();
  }
}
