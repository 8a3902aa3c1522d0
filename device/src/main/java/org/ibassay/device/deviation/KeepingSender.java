package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RmppEdits.number;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.device.sa.TableSender;

/// Keeps the segments that it has sent.
class KeepingSender extends TableSender.Overlay {
  private final Map<Long, MemorySegment> sent = new HashMap<>();

  KeepingSender(TableSender sender) {
    super(sender);
  }

  @Override
  public List<MemorySegment> start() {
    return keep(super.start());
  }

  @Override
  public List<MemorySegment> accept(MemorySegment mad, long now) {
    return keep(super.accept(mad, now));
  }

  final List<MemorySegment> keep(List<MemorySegment> mads) {
    mads.stream()
        .filter(RmppEdits::isData)
        .forEach(mad -> sent.put(number(mad), RmppEdits.copy(mad)));
    return mads;
  }

  /// Returns the segments sent, from one number to another.
  final Stream<MemorySegment> sent(long from, long to) {
    return Stream.iterate(from, n -> n <= to, n -> n + 1)
        .filter(sent::containsKey)
        .map(n -> RmppEdits.copy(sent.getOrDefault(n, MemorySegment.NULL)));
  }
}
