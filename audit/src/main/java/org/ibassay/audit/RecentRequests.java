package org.ibassay.audit;

import java.util.function.Consumer;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// The latest requests of a stream by PSN, in reusable slots: their number grows as needed up to a
/// limit, and then nothing is allocated.
final class RecentRequests {
  private static final int FEW = 16;
  static final int MOST = 2048;
  private static final int MOST_READS = 64;

  private @Nullable Request[] places = new @Nullable Request[FEW];

  @Nullable Request at(int psn) {
    Request found = places[psn & (places.length - 1)];
    return found != null && found.psn == psn ? found : null;
  }

  /// Returns the request for a PSN: the one that begins with it, otherwise the latest READ whose
  /// responses include it.
  @Nullable Request covering(int psn, int pmtu) {
    Request start = at(psn);
    return start != null ? start : readBefore(psn, pmtu);
  }

  /// Returns the latest READ that begins before a PSN and includes it.
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

  /// The latest READs: most PSNs of their responses have no slots.
  private @Nullable Request[] reads = {};

  private int nextRead;
  private int keptReads;

  /// Whether their PSNs do not overlap.
  private boolean areApart = true;

  /// @param follows whether it begins after all others
  void keepRead(Request read, boolean follows) {
    if (reads.length == 0) {
      reads = new @Nullable Request[MOST_READS];
    }
    reads[nextRead++ & (reads.length - 1)] = read;
    keptReads = Math.min(keptReads + 1, reads.length);
    areApart = keptReads == 1 || (areApart && follows);
  }

  /// Returns the slot for a PSN; its previous contents are dropped. Answered requests are replaced
  /// only by newer ones: a requester that goes back continues from there.
  Request place(int psn) {
    Request old = places[psn & (places.length - 1)];
    boolean goesBack = old != null && !old.isFree() && Psn.isBefore(psn, old.psn);
    if (old != null
        && !old.isFree()
        && old.psn != psn
        && places.length < MOST
        && (goesBack || !old.answered)) {
      grow();
      return place(psn);
    }
    boolean reuses = old != null && (old.isFree() || (!old.isRead() && !goesBack));
    Request made = reuses && old != null ? old : new Request();
    places[psn & (places.length - 1)] = made;
    made.psn = psn;
    return made;
  }

  private void grow() {
    @Nullable Request[] old = places;
    places = new @Nullable Request[old.length * 4];
    for (Request request : old) {
      if (request != null && !request.isFree()) {
        places[request.psn & (places.length - 1)] = request;
      }
    }
  }

  /// Drops all requests before a frame.
  ///
  /// @return the newest of the others, if any
  @Nullable Request forgetBefore(long frame) {
    Request newest = null;
    for (int i = 0; i < places.length; i++) {
      Request request = places[i];
      if (request == null || request.isFree()) {
        continue;
      }
      if (request.lastFrame < frame) {
        request.free();
      } else {
        newest = newest == null || Psn.isBefore(newest.psn, request.psn) ? request : newest;
        request.standAlone(frame);
      }
    }
    boolean none = newest == null;
    if (none && places.length > FEW) {
      places = new @Nullable Request[FEW];
    }
    for (int i = 0; i < reads.length; i++) {
      Request read = reads[i];
      if (read != null && read.lastFrame < frame) {
        reads[i] = null;
      }
    }
    areApart = none;
    keptReads = none ? 0 : keptReads;
    return newest;
  }

  void forEach(Consumer<Request> action) {
    for (Request request : places) {
      if (request != null && !request.isFree()) {
        action.accept(request);
      }
    }
  }
}
