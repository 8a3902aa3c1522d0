package org.ibassay.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.io.TempDir;

class PeerConditionTest {
  @TempDir private Path libraries;

  @BeforeEach
  void install() throws Exception {
    Files.createFile(libraries.resolve("libhere.so"));
  }

  @Test
  void runsWhereEveryPeerIs() {
    assertThat(condition(false).evaluate(List.of("libhere.so")).isDisabled()).isFalse();
    assertThat(condition(true).evaluate(List.of("libhere.so")).isDisabled()).isFalse();
  }

  @Test
  void skipsAndNamesWhatIsMissing() {
    ConditionEvaluationResult result =
        condition(false).evaluate(List.of("libhere.so", "ibsim", "libgone.so.3"));

    assertThat(result.isDisabled()).isTrue();
    assertThat(result.getReason()).contains("not on this machine: ibsim, libgone.so.3");
  }

  @Test
  void failsWhereEveryPeerIsAskedFor() {
    PeerCondition condition = condition(true);

    assertThatThrownBy(() -> condition.evaluate(List.of("libhere.so", "ibsim")))
        .hasMessage("not on this machine: ibsim; IBASSAY_INTEROP=required requires every peer");
  }

  @Test
  @RequiresPeer("sh")
  void readsTheAnnotation() {
    assertThat(Peers.ofThisMachine().find("sh")).isPresent();
  }

  private PeerCondition condition(boolean required) {
    return new PeerCondition(new Peers(List.of(), List.of(libraries)), required);
  }
}
