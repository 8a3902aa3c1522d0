package org.ibassay.device.rc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// The last RDMA READs and atomics of a QP, as many as may be outstanding, so that they can be
/// answered again (9.7.5.1.1): a READ is executed anew, an atomic has its first answer repeated.
final class Replays {
  /// One of them.
  ///
  /// @param opCode of the request
  /// @param target of a READ; of an atomic its eight bytes
  /// @param told to an atomic: what stood there before
  record Entry(OpCode opCode, int firstPsn, int lastPsn, MemoryTarget target, long told) {
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

  /// The one that was answered at a PSN, the newest where a deviation makes several.
  Optional<Entry> at(int psn) {
    for (Iterator<Entry> newest = entries.descendingIterator(); newest.hasNext(); ) {
      Entry entry = newest.next();
      if (entry.covers(psn)) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }

  /// The last PSN after a SEND or WRITE up to which all are SENDs and WRITEs.
  ///
  /// @param expected what the responder waits for
  int lastBeforeReadBehind(int psn, int expected) {
    for (Entry entry : entries) {
      if (Psn.isBefore(psn, entry.firstPsn())) {
        return Psn.add(entry.firstPsn(), -1);
      }
    }
    return Psn.add(expected, -1);
  }
}
