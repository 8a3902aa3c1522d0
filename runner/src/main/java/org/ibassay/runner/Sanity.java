package org.ibassay.runner;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.state.Smps;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.jspecify.annotations.Nullable;

/// Finds anomalies in a DUT's PortInfo before its first test. Returns one sentence each.
final class Sanity {
  private Sanity() {}

  /// @param port PortInfo of the port cabled to the tester, or null if unknown
  static List<String> notes(Smps.@Nullable Answer port, SubnetManagers managers) {
    List<String> notes = new ArrayList<>();
    if (port == null) {
      notes.add("PortInfo is not readable: link and M_Key are unknown");
    } else {
      link(port, notes);
      mKey(port, notes);
    }
    if (managers.foreign() != null) {
      notes.add(managers.foreign() + " runs the subnet");
    } else if (managers.silent() != 0) {
      notes.add(
          "PortInfo names LID 0x%04X as the SM's, but nothing answers there; an active SM would go undetected"
              .formatted(managers.silent()));
    }
    return notes;
  }

  /// The DUT responded through this link, so a state that is not up is an anomaly.
  private static void link(Smps.Answer port, List<String> notes) {
    long state = port.get(PortInfo.PORT_STATE);
    if (state < PortState.INITIALIZE || state > PortState.ACTIVE) {
      notes.add(
          "PortState of the port that answers is %d; expected Initialize (2), Armed (3) or Active (4)"
              .formatted(state));
    }
  }

  /// The key reads as 0 with M_KeyProtectBits 1, but can be read with 0.
  private static void mKey(Smps.Answer port, List<String> notes) {
    long bits = port.get(PortInfo.M_KEY_PROTECT_BITS);
    if (port.get(PortInfo.M_KEY) != 0) {
      notes.add(
          "its M_Key is 0x%X: Sets require it, and tests that change the DUT use it"
              .formatted(port.get(PortInfo.M_KEY)));
    } else if (bits == 1) {
      notes.add(
          "M_KeyProtectBits is 1 and its M_Key reads as 0: the device has no M_Key, or it hides one"
              + " that every Set must carry");
    }
  }
}
