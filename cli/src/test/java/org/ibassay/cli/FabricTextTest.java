package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.ibassay.link.topology.NodeType;
import org.junit.jupiter.api.Test;

/// The progress of a run over a large fabric.
class FabricTextTest {
  private static final long SECOND = 1_000_000_000;
  private static final int HOSTS = 11_664;
  private static final int SWITCHES = 972;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private long now = 1;

  /// Finds 1,000 nodes a second, and tests 100 a second.
  private void run(Terminal terminal, FleetText.Style style) {
    FabricText text =
        new FabricText(
            new PrintWriter(out),
            new PrintWriter(err),
            terminal,
            new RerunCommand("ibassay run", List.of()),
            () -> now,
            style,
            0);
    for (int found = 1; found <= HOSTS + SWITCHES; found++) {
      now += SECOND / 1000;
      text.found(found);
    }
    int left = HOSTS + SWITCHES - 1;
    text.picked(Map.of(NodeType.SWITCH, SWITCHES, NodeType.CA, HOSTS), 69_984, left);
    for (int tested = 1; tested <= left; tested++) {
      now += SECOND / 100;
      text.tested(tested);
    }
  }

  @Test
  void aLogHasALineAMinute() {
    run(Terminal.NONE, FleetText.Style.NORMAL);
    assertThat(out.toString())
        .isEqualTo("12,636 nodes (11,664 ca, 972 switch), 69,984 ports; 12,635 to test\n");
    assertThat(err.toString().lines())
        .containsExactly(
            "4,737 of 12,635 nodes, 100.0/s, 78.98 s left",
            "10,738 of 12,635 nodes, 100.0/s, 18.97 s left");
  }

  @Test
  void aTerminalHasOneLine() {
    run(new Terminal(false, true), FleetText.Style.NORMAL);
    assertThat(err.toString()).doesNotContain("\n").contains("\r\u001b[K12,625 nodes found");
    assertThat(err.toString()).contains("1,109 of 12,635 nodes, 100.0/s, 1:55 min left");
    assertThat(err.toString()).endsWith("12,635 of 12,635 nodes, 100.0/s, 0.00 s left");
  }

  @Test
  void quietRunsHaveNoneInALog() {
    run(Terminal.NONE, FleetText.Style.QUIET);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).isEmpty();
  }
}
