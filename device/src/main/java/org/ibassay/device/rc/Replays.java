package org.ibassay.device.rc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// The last RDMA READs and atomics of a QP, up to the limit of outstanding ones, for answering
/// duplicates (9.7.5.1.1): a READ is executed again, an atomic gets its first response again.
final class Replays {
  /// A READ or atomic.
  ///
  /// @param opCode of the request
  /// @param target range of a READ; the 8 bytes of an atomic
  /// @param reported the original value returned by an atomic
  record Entry(OpCode opCode, int firstPsn, int lastPsn, MemoryTarget target, long reported) {
    boolean covers(int psn) {
      return !Psn.isBefore(psn, firstPsn) && !Psn.isBefore(lastPsn, psn);
    }
  }

  private final int most;
  private final Deque<Entry> entries = new ArrayDeque<>();

  Replays(int most) {
    this.most = most;
  }

  void add(Entry entry) {
    entries.addLast(entry);
    if (entries.size() > most) {
      entries.removeFirst();
    }
  }

  /// Forgets the oldest entries.
  ///
  /// @param rule the number that remains, from the present one
  void keep(IntUnaryOperator rule) {
    int kept = rule.applyAsInt(entries.size());
    while (entries.size() > kept) {
      entries.removeFirst();
    }
  }

  /// Returns the entry answered with a PSN; the newest if a deviation causes several.
  Optional<Entry> at(int psn) {
    for (Iterator<Entry> newest = entries.descendingIterator(); newest.hasNext(); ) {
      Entry entry = newest.next();
      if (entry.covers(psn)) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }

  /// The last PSN, starting at that of a SEND or WRITE, up to which all requests are SENDs and
  /// WRITEs.
  ///
  /// @param expected the PSN that the responder expects
  int lastBeforeReadAfter(int psn, int expected) {
    for (Entry entry : entries) {
      if (Psn.isBefore(psn, entry.firstPsn())) {
        return Psn.add(entry.firstPsn(), -1);
      }
    }
    return Psn.add(expected, -1);
  }
}
