package org.ibassay.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ibassay.audit.Wire.Frame;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// Connections between conforming hosts, each with packets, whose ids, QPs and PSNs may be those of
/// the previous connection.
final class LegalCalls {
  private static final List<Framing> FRAMINGS = List.of(Framing.values());
  private static final long MICROSECOND = 1_000;
  private static final long MILLISECOND = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final int TIMEOUT = 17;
  private static final long TIMEOUT_NANOS = 4_096L << TIMEOUT;
  private static final int RETRIES = 15;

  private final Wire wire = new Wire();
  private final List<Frame> frames = new ArrayList<>();
  private final SplittableRandom random;
  private final double loss;
  private final boolean alike;
  private final Wire.Path path;
  private long now = SECOND;
  private long tid = 0x1000;
  private int datagrams;

  private LegalCalls(SplittableRandom random, double loss) {
    this.random = random;
    this.loss = loss;
    this.alike = random.nextBoolean();
    this.path = new Wire.Path(0, 1, FRAMINGS.get(random.nextInt(FRAMINGS.size())), 0);
  }

  /// @param loss share of the messages that are lost after the capture
  static List<Frame> some(SplittableRandom random, double loss) {
    LegalCalls made = new LegalCalls(random, loss);
    for (int i = 0; i < 30; i++) {
      made.call(i);
      made.now += SECOND + random.nextLong(SECOND);
    }
    return LegalNetworks.inOrder(made.frames);
  }

  /// Two connections that differ only in the channel adapter of the requesting side.
  static List<Frame> ofTwoAdapters() {
    LegalCalls made = new LegalCalls(new SplittableRandom(0), 0);
    made.tid = 1;
    for (int i = 0; i < 2; i++) {
      made.send(made.path, made.req(1, 100 + i, 0).set(ConnectRequest.LOCAL_CA_GUID, 1L + i));
      made.send(
          made.path.back(),
          made.of(ConnectReply.ATTRIBUTE, 7L + i, 1).set(ConnectReply.LOCAL_QPN, 150L + i));
    }
    for (int i = 0; i < 2; i++) {
      made.send(made.path, made.of(ReadyToUse.ATTRIBUTE, 1, 7L + i));
    }
    for (int i = 0; i < 2; i++) {
      made.tid = 2L - i;
      made.send(
          made.path,
          made.of(DisconnectRequest.ATTRIBUTE, 1, 7L + i)
              .set(DisconnectRequest.REMOTE_QPN_EECN, 150L + i));
      made.send(made.path.back(), made.of(DisconnectReply.ATTRIBUTE, 7L + i, 1));
    }
    made.now += 10 * SECOND;
    made.tid = 3;
    made.send(made.path, made.req(9, 109, 0));
    made.send(
        made.path.back(), made.of(ConnectReject.ATTRIBUTE, 0, 9).set(ConnectReject.REASON, 8));
    return made.frames;
  }

  private boolean isLost() {
    return random.nextDouble() < loss;
  }

  private void call(int index) {
    long own = alike ? 1 + index % 2 : random.nextLong(1L << 32);
    long peers = alike ? 7 : random.nextLong(1L << 32);
    int qp = alike ? 100 : 100 + index;
    int firstPsn = alike ? 0 : random.nextInt(1 << 24);
    tid++;
    until(path, req(own, qp, firstPsn));
    if (random.nextInt(5) == 0) {
      CmMessage rej =
          of(ConnectReject.ATTRIBUTE, 0, own).set(ConnectReject.REASON, random.nextInt(1, 30));
      send(path.back(), rej);
      return;
    }
    CmMessage rep =
        of(ConnectReply.ATTRIBUTE, peers, own)
            .set(ConnectReply.LOCAL_QPN, qp + 50)
            .set(ConnectReply.STARTING_PSN, firstPsn)
            .set(ConnectReply.RESPONDER_RESOURCES, 4)
            .set(ConnectReply.INITIATOR_DEPTH, 4);
    CmMessage rtu = of(ReadyToUse.ATTRIBUTE, own, peers);
    do {
      until(path.back(), rep);
      send(path, rtu);
    } while (lateAgain());
    packets(qp + 50, firstPsn);
    tid++;
    CmMessage dreq =
        of(DisconnectRequest.ATTRIBUTE, own, peers).set(DisconnectRequest.REMOTE_QPN_EECN, qp + 50);
    CmMessage drep = of(DisconnectReply.ATTRIBUTE, peers, own);
    do {
      until(path, dreq);
      send(path.back(), drep);
    } while (lateAgain());
  }

  private CmMessage req(long own, int qp, int firstPsn) {
    return CmMessage.of(ConnectRequest.ATTRIBUTE, tid)
        .set(CmMessage.LOCAL_ID, own)
        .set(ConnectRequest.LOCAL_QPN, qp)
        .set(ConnectRequest.STARTING_PSN, firstPsn)
        .set(ConnectRequest.PARTITION_KEY, 0xFFFF)
        .set(ConnectRequest.PATH_PACKET_PAYLOAD_MTU, 3)
        .set(ConnectRequest.INITIATOR_DEPTH, 4)
        .set(ConnectRequest.RESPONDER_RESOURCES, 4)
        .set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TIMEOUT)
        .set(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT, TIMEOUT)
        .set(ConnectRequest.MAX_CM_RETRIES, RETRIES);
  }

  private CmMessage of(GmpAttribute kind, long local, long remote) {
    return CmMessage.of(kind, tid).set(CmMessage.LOCAL_ID, local).set(CmMessage.REMOTE_ID, remote);
  }

  /// Whether the last message was lost, so that the one before is resent.
  private boolean lateAgain() {
    boolean again = isLost();
    now += again ? TIMEOUT_NANOS + random.nextLong(MILLISECOND) : 0;
    return again;
  }

  /// Sends a message until it arrives.
  private void until(Wire.Path way, CmMessage message) {
    send(way, message);
    for (int i = 0; i < RETRIES && isLost(); i++) {
      now += TIMEOUT_NANOS + random.nextLong(MILLISECOND);
      send(way, message);
    }
  }

  private void send(Wire.Path way, CmMessage message) {
    now += 5 * MICROSECOND + random.nextLong(50 * MICROSECOND);
    frames.add(wire.message(way, now, datagrams++, message));
  }

  private void packets(int qp, int firstPsn) {
    int psn = firstPsn;
    int count = random.nextInt(1, 20);
    for (int i = 0; i < count; i++) {
      now += random.nextLong(20 * MICROSECOND);
      OpCode code = i % 2 == 0 ? OpCode.UC_SEND_FIRST : OpCode.UC_SEND_LAST;
      wire.begin(path, code, qp, psn, false);
      frames.add(wire.end(path, now, i % 2 == 0 ? 1024 : 7));
      psn = Psn.next(psn);
    }
    now += MILLISECOND;
  }
}
