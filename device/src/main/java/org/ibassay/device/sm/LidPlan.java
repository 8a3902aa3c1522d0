package org.ibassay.device.sm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ibassay.wire.attribute.PortInfo;

/// Assigns LIDs. As with OpenSM, a port keeps a valid LID that it has; others get the next free
/// ones.
final class LidPlan {
  private static final int LAST_UNICAST = 0xBFFF;

  private final SmSettings settings;
  private final int step;
  private final Set<Integer> taken = new HashSet<>();
  private int next;

  LidPlan(SmSettings settings) {
    this.settings = settings;
    this.step = 1 << settings.lmc();
    this.next = (settings.firstLid() + step - 1) & -step;
  }

  /// Returns the base LIDs of ports, in their order.
  List<Integer> lidsFor(List<FoundPort> ports) {
    List<Boolean> keeps = ports.stream().map(this::keeps).toList();
    List<Integer> lids = new ArrayList<>();
    for (int i = 0; i < ports.size(); i++) {
      lids.add(keeps.get(i) ? present(ports.get(i)) : nextFree());
    }
    return lids;
  }

  private boolean keeps(FoundPort port) {
    int lid = present(port);
    boolean isBase = lid != 0 && lid <= LAST_UNICAST && (lid & (step - 1)) == 0;
    return isBase && port.value(PortInfo.LMC) == port.lmc(settings) && taken.add(lid);
  }

  private int nextFree() {
    while (!taken.add(next)) {
      next += step;
    }
    return next;
  }

  private static int present(FoundPort port) {
    return (int) port.value(PortInfo.LID);
  }
}
