package org.ibassay.device.sa;

import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.DLID;
import static org.ibassay.wire.sa.PathRecord.SLID;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.device.sm.EndPort;
import org.ibassay.wire.Field;

/// The pairs of LIDs for paths between two ports that may have several LIDs.
final class LidPairs {
  private LidPairs() {}

  /// The LIDs of one path.
  record Pair(int slid, int dlid) {
    /// Returns a copy of a record with these LIDs.
    MemorySegment of(MemorySegment path) {
      MemorySegment record = MemorySegment.ofArray(new byte[(int) path.byteSize()]).copyFrom(path);
      SLID.set(record, 0, slid);
      DLID.set(record, 0, dlid);
      return record;
    }
  }

  /// Returns the pairs. As with OpenSM, pairs that differ at both ends come first: in a fabric with
  /// switches their paths have the least in common. The first pair is that of the base LIDs.
  static Stream<Pair> of(SaCall call, EndPort from, EndPort to) {
    int[] sources = lids(call, SLID, from);
    int[] destinations = lids(call, DLID, to);
    Stream<Pair> first =
        IntStream.range(0, Math.min(sources.length, destinations.length))
            .mapToObj(i -> new Pair(sources[i], destinations[i]));
    Stream<Pair> then =
        IntStream.range(0, sources.length)
            .boxed()
            .flatMap(s ->
                IntStream.range(0, destinations.length)
                    .filter(d -> d != s)
                    .mapToObj(d -> new Pair(sources[s], destinations[d])));
    return Stream.concat(first, then);
  }

  private static int[] lids(SaCall call, Field field, EndPort port) {
    return call.means(ATTRIBUTE, field)
        ? new int[] {(int) call.asked(field)}
        : IntStream.range(port.lid(), port.lid() + port.lids()).toArray();
  }
}
