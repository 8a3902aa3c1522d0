package org.ibassay.audit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// One direction of a reliable connection between conforming hosts, over a link that may lose
/// packets after the capture: requests of all kinds, responses for one or several requests, RNR
/// NAKs, NAKs for a gap, retries, READs repeated from their middle. Either QP may be reset in the
/// middle, or NAK a request and end.
final class LegalTraffic {
  private static final long MICROSECOND = 1_000;
  private static final long TIMEOUT = 20_000 * MICROSECOND;
  private static final int ACK = 0x1F;
  private static final int NAK = 0x60;
  private static final int INVALID_REQUEST = 0x61;
  private static final int REMOTE_ACCESS_ERROR = 0x62;
  private static final int REMOTE_OPERATIONAL_ERROR = 0x63;
  private static final int MOST_TIMEOUTS = 4;

  /// With a timer of 1.28 ms.
  private static final int RNR_NAK = 0x20 | 14;

  private static final long RNR_NANOS = 1_280 * MICROSECOND;

  /// A response in flight to the requester.
  private record Response(int psn, boolean ofRead, int syndrome) {
    boolean isNak() {
      return syndrome != ACK;
    }
  }

  private final SplittableRandom random;
  private final LegalSetting setting;
  private final Wire wire = new Wire();
  private final List<Wire.Frame> frames = new ArrayList<>();
  private final List<LegalRequest> requests;
  private long now;

  // the responder
  private int expected;
  private int msn;
  private boolean reported;
  private boolean notReady;
  private int rnrLeft;
  private int owed = -1;
  private long answered;
  private boolean isOver;
  private long refusedAt = Long.MAX_VALUE;
  private final Deque<Response> underWay = new ArrayDeque<>();

  LegalTraffic(SplittableRandom random, LegalSetting setting, long from) {
    this.random = random;
    this.setting = setting;
    this.now = from;
    this.expected = setting.firstPsn;
    this.requests = LegalRequest.all(setting, random);
  }

  /// Returns all packets, ordered by time.
  List<Wire.Frame> run() {
    int next = 0;
    int timeouts = 0;
    for (int rounds = 0; !requests.isEmpty() && rounds < 400; rounds++) {
      if (now > setting.requesterEnd || timeouts > MOST_TIMEOUTS) {
        break;
      }
      int burst = Math.min(requests.size(), next + random.nextInt(1, setting.burst + 1));
      for (int i = next; i < burst && now < setting.requesterEnd; i++) {
        send(requests.get(i), i == burst - 1);
      }
      next = burst;
      acknowledge();
      now = Math.max(now, answered) + 10 * MICROSECOND;
      int before = requests.size();
      next = hear(next);
      timeouts = requests.size() < before ? 0 : timeouts;
      if (next == requests.size() && next > 0 && underWay.isEmpty()) {
        now += TIMEOUT;
        timeouts++;
        next = 0;
      }
    }
    frames.sort(Comparator.comparingLong(Wire.Frame::nanos));
    return frames;
  }

  /// When the responder has NAKed a request; the greatest value if it has not.
  long refusedAt() {
    return refusedAt;
  }

  private boolean isLost() {
    return random.nextDouble() < setting.loss;
  }

  private void send(LegalRequest request, boolean lastOfBurst) {
    now += 1 * MICROSECOND + random.nextLong(4 * MICROSECOND);
    request.ackReq =
        lastOfBurst
            || request.kind.compareTo(LegalRequest.Kind.READ) >= 0
            || random.nextInt(3) == 0;
    Wire.Path path = setting.path;
    wire.begin(path, request.opCode, setting.qp, request.psn, request.ackReq);
    if (request.opCode.headers().contains(Header.RETH)) {
      wire.reth(request.address, request.length);
    } else if (request.kind == LegalRequest.Kind.ATOMIC) {
      wire.atomic(request.address);
    }
    frames.add(wire.end(path, now, request.payload));
    if (!isLost() && !isOver && now < setting.responderEnd) {
      receive(request);
    }
  }

  // --- the responder

  private void receive(LegalRequest request) {
    int distance = Psn.difference(request.psn, expected);
    if (distance > 0) {
      if (!reported && !notReady) {
        reported = true;
        acknowledge();
        answer(OpCode.RC_ACK, expected, NAK, msn, 0);
      }
      return;
    }
    if (distance < 0) {
      duplicate(request);
      return;
    }
    if (request.kind == LegalRequest.Kind.SEND && rnr()) {
      return;
    }
    if (request.isForbidden) {
      acknowledge();
      isOver = true;
      refusedAt = now;
      answer(OpCode.RC_ACK, request.psn, refusal(request), msn, 0);
      return;
    }
    reported = false;
    notReady = false;
    expected = Psn.add(request.psn, request.count);
    switch (request.kind) {
      case SEND, WRITE -> {
        msn = request.ends ? Psn.next(msn) : msn;
        if (request.ackReq || owed >= 0 || random.nextInt(4) == 0) {
          owed = request.psn;
          if (!setting.coalesces) {
            acknowledge();
          }
        }
      }
      case READ -> {
        owed = -1;
        msn = Psn.next(msn);
        read(request, request.psn);
      }
      case ATOMIC -> {
        owed = -1;
        msn = Psn.next(msn);
        answer(OpCode.RC_ATOMIC_ACK, request.psn, ACK, msn, 0);
      }
    }
  }

  /// If no memory is specified, there is no access error.
  private int refusal(LegalRequest request) {
    boolean namesMemory = request.kind != LegalRequest.Kind.SEND && request.length != 0;
    return namesMemory
        ? REMOTE_ACCESS_ERROR
        : random.nextBoolean() ? INVALID_REQUEST : REMOTE_OPERATIONAL_ERROR;
  }

  private boolean rnr() {
    if (rnrLeft == 0 && random.nextInt(30) == 0) {
      rnrLeft = random.nextInt(1, 4);
    }
    if (rnrLeft == 0 || --rnrLeft == 0) {
      return false;
    }
    acknowledge();
    notReady = true;
    reported = false;
    answer(OpCode.RC_ACK, expected, RNR_NAK, msn, 0);
    return true;
  }

  private void duplicate(LegalRequest request) {
    switch (request.kind) {
      case SEND, WRITE -> {
        acknowledge();
        int psn = random.nextBoolean() ? Psn.add(expected, -1) : request.psn;
        answer(OpCode.RC_ACK, psn, ACK, msn, 0);
      }
      case READ -> read(request, request.psn);
      case ATOMIC -> answer(OpCode.RC_ATOMIC_ACK, request.psn, ACK, msn, 0);
    }
  }

  private void read(LegalRequest request, int from) {
    int pmtu = setting.pmtu;
    for (int psn = from; !Psn.isBefore(request.last(), psn); psn = Psn.next(psn)) {
      int index = Psn.difference(psn, request.psn);
      OpCode code =
          request.count == 1
              ? OpCode.RC_RDMA_READ_RESP_ONLY
              : index == 0
                  ? OpCode.RC_RDMA_READ_RESP_FIRST
                  : index == request.count - 1
                      ? OpCode.RC_RDMA_READ_RESP_LAST
                      : OpCode.RC_RDMA_READ_RESP_MIDDLE;
      answer(code, psn, ACK, msn, (int) Math.min(pmtu, request.length - (long) index * pmtu));
    }
  }

  private void acknowledge() {
    if (owed >= 0) {
      int psn = owed;
      owed = -1;
      answer(OpCode.RC_ACK, psn, ACK, msn, 0);
    }
  }

  private void answer(OpCode code, int psn, int syndrome, int number, int payload) {
    answered = Math.max(now, answered) + 1 * MICROSECOND + random.nextLong(3 * MICROSECOND);
    if (answered > setting.responderEnd) {
      return;
    }
    Wire.Path back = setting.path.back();
    wire.begin(back, code, setting.back, psn, false);
    if (code != OpCode.RC_RDMA_READ_RESP_MIDDLE) {
      wire.aeth(syndrome, number);
    }
    frames.add(wire.end(back, answered, payload));
    if (!isLost()) {
      underWay.add(new Response(psn, code.operation().isReadResponse(), syndrome));
    }
  }

  // --- the requester

  /// @return the request to be sent next
  private int hear(int sent) {
    int next = sent;
    while (!underWay.isEmpty()) {
      Response response = underWay.remove();
      if (response.syndrome() > NAK) {
        requests.clear();
      }
      if (requests.isEmpty()) {
        continue;
      }
      int before = requests.size();
      boolean goBack = take(response);
      next -= before - requests.size();
      if (goBack) {
        underWay.clear();
        next = 0;
        if (response.syndrome() == RNR_NAK) {
          now += RNR_NANOS + random.nextLong(100 * MICROSECOND);
        }
      }
    }
    return Math.min(Math.max(next, 0), requests.size());
  }

  /// @return whether unanswered requests are to be resent
  private boolean take(Response response) {
    int upTo = !response.isNak() ? response.psn() : Psn.add(response.psn(), -1);
    while (!requests.isEmpty() && Psn.difference(upTo, requests.getFirst().psn) >= 0) {
      LegalRequest first = requests.getFirst();
      if (first.kind == LegalRequest.Kind.READ) {
        int wanted = Psn.add(first.psn, first.got);
        if (!response.ofRead() || response.psn() != wanted) {
          if (response.ofRead() && Psn.isBefore(response.psn(), wanted)) {
            return false; // received before
          }
          askForRest(first);
          return true;
        }
        first.got++;
        if (first.got < first.count) {
          return false;
        }
      } else if (first.kind == LegalRequest.Kind.ATOMIC && first.psn != response.psn()) {
        return true;
      }
      requests.removeFirst();
    }
    return response.isNak();
  }

  private void askForRest(LegalRequest read) {
    if (!setting.readsFromMiddle || read.got == 0) {
      read.got = 0;
      return;
    }
    long gone = (long) read.got * setting.pmtu;
    LegalRequest rest =
        new LegalRequest(
            LegalRequest.Kind.READ,
            OpCode.RC_RDMA_READ_REQ,
            read.count - read.got,
            read.address + gone,
            read.length - gone,
            0);
    rest.psn = Psn.add(read.psn, read.got);
    requests.set(0, rest);
  }
}
