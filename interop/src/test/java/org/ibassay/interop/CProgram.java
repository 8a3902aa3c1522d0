package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Compiles a C program among the resources of these tests.
final class CProgram {
  private CProgram() {}

  /// @param directory directory of the compiled program
  /// @param name name of the resource, without `.c`
  /// @param options compiler options, including libraries
  static Path compile(Path directory, String name, String... options)
      throws IOException, InterruptedException {
    Path source = directory.resolve(name + ".c");
    try (var in = CProgram.class.getResourceAsStream(name + ".c")) {
      Files.write(source, in == null ? new byte[0] : in.readAllBytes());
    }
    Path program = directory.resolve(name);
    List<String> command =
        new ArrayList<>(List.of("cc", "-O2", "-o", program.toString(), source.toString()));
    command.addAll(List.of(options));
    Processes.Outcome outcome = Processes.run(directory, Map.of(), command);
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    return program;
  }
}
