package org.ibassay.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is published of real peers.
final class PeerViewTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void everyFileOfVerdictsIsPublishedOnce() throws Exception {
    List<String> published =
        PeerView.all(ROOT).stream()
            .flatMap(peer -> peer.runs().stream())
            .map(PeerView.Run::name)
            .sorted()
            .toList();
    Path folder = ROOT.resolve("interop/src/test/resources/org/ibassay/interop");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(published)
          .as("the files named in %s", folder.resolve("peers.json"))
          .isEqualTo(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(file -> file.endsWith(".verdicts"))
                  .map(file -> file.replace(".verdicts", ""))
                  .sorted()
                  .toList());
    }
  }

  @Test
  void everyPeerHasEvidenceAndWasConfirmed() throws Exception {
    assertThat(PeerView.all(ROOT))
        .allSatisfy(peer -> {
          assertThat(peer.confirmed()).as(peer.id()).isNotEmpty();
          assertThat(peer.confirmed())
              .allSatisfy(with -> assertThat(with.date()).matches("\\d{4}-\\d\\d-\\d\\d"));
          assertThat(peer.runs().getFirst().sections().getFirst().evidence())
              .as(peer.id())
              .isNotEmpty();
        });
  }

  @Test
  void theWorstVerdictOfSeveralRunsIsShown() {
    PeerView peer =
        new PeerView(
            "p", "P", "", List.of(), List.of(run("A pass\nB fail"), run("A inconclusive\nB pass")));
    assertThat(peer.verdict("A")).isEqualTo("inconclusive");
    assertThat(peer.verdict("B")).isEqualTo("fail");
    assertThat(peer.verdict("C")).isEmpty();
    assertThat(peer.count("fail")).isEqualTo(1);
    assertThat(PeerView.tests(List.of(peer, peer))).containsExactly("A", "B");
  }

  private static PeerView.Run run(String verdicts) {
    return new PeerView.Run("r", "", VerdictFile.parse(verdicts).sections());
  }
}
