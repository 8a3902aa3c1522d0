package org.ibassay.suite.audit;

import java.util.Arrays;
import java.util.function.Consumer;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// The latest requests of a stream by their PSNs: places that are used again, as many as it needs
/// up to a bound, and never an allocation once they are there.
final class Requests {
  private static final int FEW = 16;
  static final int MOST = 2048;
  private static final int MOST_READS = 64;

  private @Nullable Request[] places = new @Nullable Request[FEW];

  @Nullable Request at(int psn) {
    Request found = places[psn & (places.length - 1)];
    return found != null && found.psn == psn ? found : null;
  }

  /// The request that takes a PSN: the one that starts with it, else the READ sent last whose
  /// responses do.
  @Nullable Request covering(int psn, int pmtu) {
    Request start = at(psn);
    return start != null ? start : readBefore(psn, pmtu);
  }

  /// The READ sent last that takes a PSN and starts before it.
  @Nullable Request readBefore(int psn, int pmtu) {
    Request latest = null;
    for (int i = 1; i <= keptReads; i++) {
      Request read = reads[(nextRead - i) & (reads.length - 1)];
      if (read != null
          && read.psn != psn
          && read.covers(psn, pmtu)
          && read.isRead()
          && at(read.psn) == read
          && (latest == null || read.lastFrame > latest.lastFrame)) {
        if (areApart && pmtu != 0) {
          return read;
        }
        latest = read;
      }
    }
    return latest;
  }

  /// The latest READs: their responses name PSNs that have no place of their own.
  private @Nullable Request[] reads = {};

  private int nextRead;
  private int keptReads;

  /// Whether no PSN is taken by two of them.
  private boolean areApart = true;

  /// @param follows whether it starts behind all others
  void keepRead(Request read, boolean follows) {
    if (reads.length == 0) {
      reads = new @Nullable Request[MOST_READS];
    }
    reads[nextRead++ & (reads.length - 1)] = read;
    keptReads = Math.min(keptReads + 1, reads.length);
    areApart = keptReads == 1 || (areApart && follows);
  }

  /// A place for a PSN; what was there is forgotten. What was answered makes room for what is newer
  /// only: a requester that goes back goes on from there.
  Request place(int psn) {
    Request old = places[psn & (places.length - 1)];
    boolean goesBack = old != null && Psn.isBefore(psn, old.psn);
    if (old != null && old.psn != psn && places.length < MOST && (goesBack || !old.answered)) {
      grow();
      return place(psn);
    }
    Request made = old == null || old.isRead() || goesBack ? new Request() : old;
    places[psn & (places.length - 1)] = made;
    made.psn = psn;
    return made;
  }

  private void grow() {
    @Nullable Request[] old = places;
    places = new @Nullable Request[old.length * 4];
    for (Request request : old) {
      if (request != null) {
        places[request.psn & (places.length - 1)] = request;
      }
    }
  }

  /// Forgets what was sent last at or before a frame.
  void forgetUntil(long frame) {
    for (int i = 0; i < places.length; i++) {
      Request request = places[i];
      if (request != null && request.lastFrame <= frame) {
        places[i] = null;
      }
    }
  }

  void clear() {
    if (places.length > FEW) {
      places = new @Nullable Request[FEW];
    } else {
      Arrays.fill(places, null);
    }
    Arrays.fill(reads, null);
    keptReads = 0;
    areApart = true;
  }

  void forEach(Consumer<Request> action) {
    for (Request request : places) {
      if (request != null) {
        action.accept(request);
      }
    }
  }
}
