package org.ibassay.link.mad;

import java.util.List;
import org.ibassay.wire.mad.Smp;

/// How SMPs reach a port: by directed route or by LID.
public sealed interface Route {

  /// @param ports egress port of each hop, starting at the tester's node: `[]` is the tester
  ///   itself, `[1]` the node cabled to the tester's port 1; at most [Smp#MAX_HOPS]
  record Directed(List<Integer> ports) implements Route {
    /// Copies the list.
    public Directed {
      ports = List.copyOf(ports);
      if (ports.size() > Smp.MAX_HOPS) {
        throw new IllegalArgumentException("a directed route has at most 63 hops: " + ports);
      }
    }
  }

  /// @param lid 1 to 0xBFFF
  record Lid(int lid) implements Route {}

  /// The tester's own port.
  Route SELF = new Directed(List.of());
}
