package org.ibassay.suite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// The last few requests that the tester sent on the current connection, to find the request that a
/// packet of the DUT answers.
///
/// A response on a reliable connection does not name the sender's QP, and the tester has one
/// connection at a time: the PSN identifies the request (9.7.5). Frame numbers are those of the
/// capture, counted from 1; 0 stands for none.
final class SentRequests {
  private static final int KEPT = 256;

  /// @param packets number of PSNs of its responses
  private record Request(long frame, int psn, int packets) {
    boolean holds(int responsePsn) {
      int distance = Psn.difference(responsePsn, psn);
      return distance >= 0 && distance < packets;
    }
  }

  /// Newest first.
  private final Deque<Request> requests = new ArrayDeque<>();

  /// Records a request that the tester sent.
  void sent(long frame, int psn, int packets) {
    requests.addFirst(new Request(frame, psn, packets));
    if (requests.size() > KEPT) {
      requests.removeLast();
    }
  }

  /// Returns whether no request was sent.
  boolean isEmpty() {
    return requests.isEmpty();
  }

  /// Forgets all requests, for a new connection.
  void forget() {
    requests.clear();
  }

  /// Returns the request that a packet of the DUT answers, or none for a request of the DUT.
  long answeredBy(PacketIn packetIn) {
    OpCode opCode = packetIn.has(Header.BTH) ? packetIn.opCode() : null;
    return opCode == null ? 0 : answeredBy(opCode, packetIn.psn(), packetIn.syndrome());
  }

  /// Returns the request that a packet with this OpCode and PSN would answer.
  ///
  /// @param syndrome ignored unless the OpCode is that of an ACK
  long answeredBy(OpCode opCode, int psn, Syndrome syndrome) {
    if (!opCode.operation().isResponse()) {
      return 0;
    }
    if (opCode == OpCode.RC_ACK && syndrome instanceof Syndrome.Ack) {
      return acknowledged(psn);
    }
    long early = isSequenceError(opCode, syndrome) ? firstBeyond(psn) : 0;
    return early == 0 ? at(psn) : early;
  }

  private static boolean isSequenceError(OpCode opCode, Syndrome syndrome) {
    return opCode == OpCode.RC_ACK
        && syndrome.equals(new Syndrome.Nak(Syndrome.Nak.PSN_SEQUENCE_ERROR));
  }

  /// One acknowledge covers all requests up to its PSN: returns the newest of them.
  private long acknowledged(int psn) {
    return frame(
        requests.stream()
            .filter(request -> !Psn.isBefore(psn, request.psn))
            .reduce((newer, older) -> Psn.isBefore(newer.psn, older.psn) ? older : newer)
            .orElse(null));
  }

  /// Returns the request that a responder received while it still expected this PSN.
  private long firstBeyond(int psn) {
    Iterator<Request> oldestFirst = requests.descendingIterator();
    while (oldestFirst.hasNext()) {
      Request request = oldestFirst.next();
      if (Psn.isBefore(psn, request.psn)) {
        return request.frame;
      }
    }
    return 0;
  }

  private long at(int psn) {
    return frame(requests.stream().filter(request -> request.holds(psn)).findFirst().orElse(null));
  }

  private static long frame(@Nullable Request request) {
    return request == null ? 0 : request.frame;
  }
}
