package org.ibassay.suite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// What the tester asked for on the present connection, to tell which request a packet of the DUT
/// answers: the last few.
///
/// A response on a reliable connection names no QP of its sender, and the tester has one connection
/// at a time: PSNs tell the rest (9.7.5). Frames are those of the capture, counted from 1; 0 stands
/// for none.
final class SentRequests {
  private static final int KEPT = 256;

  /// @param packets how many PSNs its responses take
  private record Request(long frame, int psn, int packets) {
    boolean holds(int responsePsn) {
      int distance = Psn.difference(responsePsn, psn);
      return distance >= 0 && distance < packets;
    }
  }

  /// The newest first.
  private final Deque<Request> requests = new ArrayDeque<>();

  /// The tester sent a request.
  void sent(long frame, int psn, int packets) {
    requests.addFirst(new Request(frame, psn, packets));
    if (requests.size() > KEPT) {
      requests.removeLast();
    }
  }

  /// Whether nothing was asked for.
  boolean isEmpty() {
    return requests.isEmpty();
  }

  /// Another connection begins.
  void forget() {
    requests.clear();
  }

  /// The request that a packet of the DUT answers; none where the DUT itself asks.
  long answeredBy(PacketIn packetIn) {
    OpCode opCode = packetIn.has(Header.BTH) ? packetIn.opCode() : null;
    return opCode == null ? 0 : answeredBy(opCode, packetIn.psn(), packetIn.syndrome());
  }

  /// The request that a packet with that OpCode and PSN would answer.
  ///
  /// @param syndrome does not count where the OpCode is not that of an ACK
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

  /// One acknowledgement stands for all requests up to its PSN: the newest of them.
  private long acknowledged(int psn) {
    return frame(
        requests.stream()
            .filter(request -> !Psn.isBefore(psn, request.psn))
            .reduce((newer, older) -> Psn.isBefore(newer.psn, older.psn) ? older : newer)
            .orElse(null));
  }

  /// The request that a responder saw when it still waited for that PSN.
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
