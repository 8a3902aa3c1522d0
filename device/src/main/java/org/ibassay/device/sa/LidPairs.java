package org.ibassay.device.sa;

import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.DLID;
import static org.ibassay.wire.sa.PathRecord.SLID;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.device.sm.EndPort;
import org.ibassay.wire.Field;

/// The pairs of LIDs for paths between two ports that may have several LIDs.
final class LidPairs {
  private LidPairs() {}

  /// The LIDs of one path.
  record Pair(int slid, int dlid) {}

  /// Returns the pairs. As with OpenSM, pairs that differ at both ends come first: in a fabric with
  /// switches their paths have the least in common. The first pair is that of the base LIDs.
  static List<Pair> of(SaCall call, EndPort from, EndPort to) {
    int[] sources = lids(call, SLID, from);
    int[] destinations = lids(call, DLID, to);
    List<Pair> first = new ArrayList<>();
    List<Pair> then = new ArrayList<>();
    for (int s = 0; s < sources.length; s++) {
      for (int d = 0; d < destinations.length; d++) {
        (s == d ? first : then).add(new Pair(sources[s], destinations[d]));
      }
    }
    first.addAll(then);
    return first;
  }

  private static int[] lids(SaCall call, Field field, EndPort port) {
    return call.means(ATTRIBUTE, field)
        ? new int[] {(int) call.asked(field)}
        : IntStream.range(port.lid(), port.lid() + port.lids()).toArray();
  }
}
