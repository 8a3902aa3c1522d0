package org.ibassay.device.deviation;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;

/// A deviation, and what it does at the seams of a conforming node.
///
/// @param name as URIs give it
/// @param summary what the device does wrong, in one line
/// @param kinds of node that it can be seen on
/// @param given parameters of the node without which it could not be seen; a URI may say otherwise
/// @param effect lays the departure over the node's seams
public record Departure(
    String name,
    String summary,
    Set<NodeKind> kinds,
    Map<SimParameter, Long> given,
    Consumer<Seams> effect) {

  Departure(String name, String summary, Set<NodeKind> kinds, Consumer<Seams> effect) {
    this(name, summary, kinds, Map.of(), effect);
  }

  /// The same, seen only where the node's parameter has this value.
  Departure given(SimParameter parameter, long value) {
    return new Departure(name, summary, kinds, Map.of(parameter, value), effect);
  }
}
