package org.ibassay.suite;

import org.ibassay.link.dut.Dut;
import org.ibassay.link.upper.Ability;
import org.jspecify.annotations.Nullable;

/// Kinds of tester: what carries a test's packets, and what follows from that.
public enum TesterKind {
  /// Sends and receives management datagrams.
  MAD("MAD", "MAD Tester") {
    @Override
    public @Nullable String missing(Dut dut) {
      return dut.madPorts().isEmpty()
          ? "needs a port for management datagrams, which this DUT URI does not provide"
          : null;
    }

    @Override
    public boolean canLosePackets(Dut dut) {
      return dut.madPorts().stream().anyMatch(port -> !port.isLossless());
    }

    @Override
    public boolean showsLosses() {
      return true;
    }
  },

  /// Makes packets of the transport itself, and drives the DUT from above.
  TRANSPORT("TT", "Transport Tester") {
    @Override
    public @Nullable String missing(Dut dut) {
      return dut.packetPort().isEmpty()
              || dut.upperTester().stream()
                  .noneMatch(upper -> upper.abilities().contains(Ability.AGENT))
          ? "needs a packet port and an agent, which this DUT URI does not provide"
          : null;
    }

    @Override
    public boolean canLosePackets(Dut dut) {
      return dut.packetPort().stream().anyMatch(port -> !port.isLossless());
    }

    @Override
    public boolean showsLosses() {
      return false;
    }
  };

  private final String abbreviation;
  private final String title;

  TesterKind(String abbreviation, String title) {
    this.abbreviation = abbreviation;
    this.title = title;
  }

  /// As in tables.
  public String abbreviation() {
    return abbreviation;
  }

  /// As the pages call it.
  public String title() {
    return title;
  }

  /// What it needs that a DUT cannot be reached by; null where nothing is missing.
  ///
  /// @return a sentence without its subject, the test: "needs a port ..."
  public abstract @Nullable String missing(Dut dut);

  /// Whether a packet can get lost, come late or come twice on the way to a DUT.
  public abstract boolean canLosePackets(Dut dut);

  /// Whether it shows when a packet got lost, came late or came twice: requests are repeated, and
  /// answers that nobody waits for are counted. Then what failed before is the DUT's doing.
  public abstract boolean showsLosses();
}
