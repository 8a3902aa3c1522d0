package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class CompletionCommandTest {
  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish", "man"})
  void everyCommandAndOptionIsThere(String which) {
    String text = printed(which, 0);
    for (CommandLine command : Main.withEveryCommand().getSubcommands().values()) {
      String called = command.getCommandName();
      assertThat(text).contains(which.equals("man") ? called.replace("-", "\\-") : called);
      for (OptionSpec option : command.getCommandSpec().options()) {
        String name = option.longestName().substring(2);
        assertThat(text).contains(which.equals("man") ? name.replace("-", "\\-") : name);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcsh", "Bash"})
  void otherShellsAreNotKnown(String which) {
    assertThat(printed(which, 2)).isEmpty();
  }

  private static String printed(String which, int exit) {
    StringWriter out = new StringWriter();
    PrintWriter err = new PrintWriter(new StringWriter());
    String[] arguments = {"completion", which};
    assertThat(Main.run(arguments, new PrintWriter(out), err)).isEqualTo(exit);
    return out.toString();
  }
}
