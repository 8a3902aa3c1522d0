package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ibassay.device.Deviation;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.qualify.Explanation;
import org.ibassay.qualify.FailedDut;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs all tests, as users do, on devices with faults drawn by a seed, and counts how often
/// `ibassay explain` names the fault first. `-Dibassay.draws=N` draws N; `target/explained.txt` has
/// the result of each.
@Tag("trial")
class ExplainedDrawsTest {
  private static final long SEED = Long.getLong("ibassay.seed", 20);
  private static final int DRAWS = Integer.getInteger("ibassay.draws", 6);

  @TempDir Path directory;

  @Test
  void mostFaultsAreNamedFirst() throws Exception {
    List<Deviation> all = Deviation.all();
    Random random = new Random(SEED);
    List<String> lines = new ArrayList<>();
    int named = 0;
    int found = 0;
    while (found < DRAWS) {
      Deviation deviation = all.get(random.nextInt(all.size()));
      List<NodeKind> kinds = deviation.kinds().stream().sorted().toList();
      NodeKind kind = kinds.get(random.nextInt(kinds.size()));
      List<FailedDut> failed =
          failed("sim:%s?deviation=%s".formatted(kind.word(), deviation.name()));
      if (!failed.isEmpty()) {
        found++;
        String place = place(Explanation.of(failed.getFirst()), deviation.name());
        named += place.startsWith("named") ? 1 : 0;
        lines.add("%s on %s: %s".formatted(deviation.name(), kind.word(), place));
      }
    }
    lines.add("named first, or with others that look alike: %d of %d".formatted(named, found));
    Files.write(Path.of("target/explained.txt"), lines);
    assertThat(named).as(String.join("\n", lines)).isGreaterThanOrEqualTo(found * 4 / 5);
  }

  private List<FailedDut> failed(String uri) throws Exception {
    Main.run(
        new String[] {"run", "--dut", uri, "--format", "lines", "--out", directory.toString()},
        new PrintWriter(new StringWriter()),
        new PrintWriter(new StringWriter()));
    return FailedDut.read(directory).stream().filter(dut -> !dut.isSound()).toList();
  }

  private static String place(Explanation explanation, String name) {
    for (Explanation.Likely likely : explanation.likely()) {
      if (likely.deviation().equals(name)) {
        boolean isFirst = likely.equals(explanation.likely().getFirst());
        return isFirst ? "named first" : "named later";
      }
      if (likely.alike().contains(name)) {
        return "named with " + likely.deviation();
      }
      if (likely.less().contains(name)) {
        return "less similar than " + likely.deviation();
      }
    }
    return "not named, but "
        + explanation.likely().stream().map(Explanation.Likely::deviation).toList();
  }
}
