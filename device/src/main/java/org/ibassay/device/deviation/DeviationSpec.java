package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;

/// A deviation, and what it does at the seams of a conforming node.
///
/// @param name as URIs give it: what is concerned, a dot, what is wrong
/// @param summary what the device does wrong, in one line
/// @param kinds of node that it can be seen on
/// @param given parameters without which it could not be seen; a URI may say otherwise
/// @param effect lays the deviation over the node's seams
public record DeviationSpec(
    String name,
    String summary,
    Set<NodeKind> kinds,
    Map<SimParameter, Long> given,
    Consumer<Seams> effect) {
  private static final int SOME_LID = 17;

  /// Keeps copies.
  public DeviationSpec {
    kinds = Set.copyOf(kinds);
    given = Map.copyOf(given);
  }

  static DeviationSpec of(
      String name, String summary, Set<NodeKind> kinds, Consumer<Seams> effect) {
    return new DeviationSpec(name, summary, kinds, Map.of(), effect);
  }

  /// A copy for a node whose parameter has this value.
  DeviationSpec on(SimParameter parameter, long value) {
    Map<SimParameter, Long> more = new HashMap<>(given);
    more.put(parameter, value);
    return new DeviationSpec(name, summary, kinds, more, effect);
  }

  /// A copy for a node that is reached by LID without forwarding.
  DeviationSpec onLid() {
    return new DeviationSpec(name, summary, WITH_END_PORTS, given, effect)
        .on(SimParameter.LID, SOME_LID);
  }
}
