package org.ibassay.suite;

import org.ibassay.link.dut.Dut;
import org.ibassay.link.upper.Ability;
import org.jspecify.annotations.Nullable;

/// Kinds of tester, by the packets that they send, and what the DUT needs for each.
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

  /// Sends and receives transport packets, and drives the DUT's upper layer.
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

  /// Abbreviation, for tables.
  public String abbreviation() {
    return abbreviation;
  }

  /// Name used by the pages.
  public String title() {
    return title;
  }

  /// What the tester needs and the DUT does not offer; null if nothing is missing.
  ///
  /// @return a sentence whose subject, the test, is omitted: "needs a port ..."
  public abstract @Nullable String missing(Dut dut);

  /// Whether packets to or from a DUT may be lost, late or duplicated.
  public abstract boolean canLosePackets(Dut dut);

  /// Whether lost, late and duplicate packets are detected, because requests are repeated and
  /// unexpected responses counted. If none was detected, a failure is caused by the DUT.
  public abstract boolean showsLosses();
}
