package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The agent with the simulated verbs of its fuzzing, and inputs worth keeping.
@RequiresPeer({AgentProgram.COMPILER, AgentProgram.VERBS})
class AgentReplayTest {
  private static final String HELLO = "hello version=1 token=a\n";

  @TempDir private static Path directory;
  private static Path program = Path.of("");

  @BeforeAll
  static void compile() throws Exception {
    program = AgentProgram.compileForReplay(directory);
  }

  private static List<String> answers(Path input) throws Exception {
    Path output = directory.resolve("answers");
    Process agent =
        new ProcessBuilder(program.toString())
            .redirectInput(input.toFile())
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(agent.waitFor()).isZero();
    return Files.readAllLines(output);
  }

  /// The seed of the fuzzing: each command is executed completely.
  @Test
  void aWholeSessionIsServed() throws Exception {
    assertThat(answers(AgentProgram.root().resolve("agent/fuzz.seed")))
        .hasSize(34)
        .allMatch(answer -> answer.startsWith("ok"), "no refusal");
  }

  /// Formerly it was not: 64 regions of 2^30 bytes each took more memory than any host has.
  @Test
  void theMemoryOfASessionIsBounded() throws Exception {
    String greedy = "register bytes=600000000 access=l\n";
    Path input =
        Files.writeString(
            directory.resolve("input"), HELLO + greedy + greedy + "free region=1\nbye\n");
    assertThat(answers(input).get(2)).startsWith("no 12 no memory for 600000000 bytes");
  }
}
