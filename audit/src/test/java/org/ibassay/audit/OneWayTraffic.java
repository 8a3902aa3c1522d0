package org.ibassay.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ibassay.audit.Wire.Frame;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// Conforming senders on unreliable connections and of datagrams, whose QPs are reused.
final class OneWayTraffic {
  private static final long MICROSECOND = 1_000;
  private static final long MILLISECOND = 1_000_000;
  private static final List<Framing> FRAMINGS = List.of(Framing.values());

  private final Wire wire = new Wire();
  private final List<Frame> frames = new ArrayList<>();
  private final SplittableRandom random;
  private final Wire.Path path;
  private long now = 1_000_000_000;

  private OneWayTraffic(SplittableRandom random) {
    this.random = random;
    this.path = new Wire.Path(0, 1, FRAMINGS.get(random.nextInt(FRAMINGS.size())), 0);
  }

  /// Unreliable connections, in sequence on a few QPs, some of which end within a message.
  static List<Frame> connections(SplittableRandom random) {
    OneWayTraffic made = new OneWayTraffic(random);
    boolean fromZero = random.nextBoolean();
    boolean alike = random.nextInt(3) == 0;
    for (int i = 0; i < 12; i++) {
      made.connection(100 + i % 3, fromZero ? 0 : random.nextInt(1 << 24), alike);
      made.now += 200 * MICROSECOND + random.nextLong(random.nextBoolean() ? 1 : 20) * MILLISECOND;
    }
    return made.frames;
  }

  private void connection(int qp, int firstPsn, boolean alike) {
    int pmtu = 256 << random.nextInt(3);
    int psn = firstPsn;
    Wire.Path way = qp % 2 == 0 ? path : path.back();
    int messages = random.nextInt(1, 30);
    for (int i = 0; i < messages; i++) {
      boolean writes = alike || random.nextBoolean();
      int bytes = alike ? 3 * pmtu : random.nextInt(4 * pmtu);
      int count = Math.max(1, (bytes + pmtu - 1) / pmtu);
      boolean ends = i < messages - 1 || random.nextBoolean();
      for (int part = 0; part < (ends ? count : count - 1); part++) {
        now += 1 * MICROSECOND + random.nextLong(3 * MICROSECOND);
        OpCode code = code(writes, part, count);
        wire.begin(way, code, qp, psn, false);
        if (code.headers().contains(Header.RETH)) {
          wire.reth(0x1000, bytes);
        }
        frames.add(wire.end(way, now, Math.min(pmtu, bytes - part * pmtu)));
        psn = Psn.next(psn);
      }
      now += random.nextLong(random.nextBoolean() ? 50 * MICROSECOND : 2 * MILLISECOND);
    }
  }

  private static OpCode code(boolean writes, int part, int count) {
    if (count == 1) {
      return writes ? OpCode.UC_RDMA_WRITE_ONLY : OpCode.UC_SEND_ONLY;
    }
    if (part == 0) {
      return writes ? OpCode.UC_RDMA_WRITE_FIRST : OpCode.UC_SEND_FIRST;
    }
    if (part == count - 1) {
      return writes ? OpCode.UC_RDMA_WRITE_LAST : OpCode.UC_SEND_LAST;
    }
    return writes ? OpCode.UC_RDMA_WRITE_MIDDLE : OpCode.UC_SEND_MIDDLE;
  }

  /// Datagrams of some QPs to some others.
  static List<Frame> datagrams(SplittableRandom random) {
    OneWayTraffic made = new OneWayTraffic(random);
    int[] psns = new int[4];
    for (int i = 0; i < 300; i++) {
      int source = random.nextInt(4);
      made.now += random.nextLong(300 * MICROSECOND);
      made.wire
          .begin(made.path, OpCode.UD_SEND_ONLY, 200 + random.nextInt(5), psns[source]++, false)
          .set(Header.DETH, Deth.Q_KEY, 0x1234)
          .set(Header.DETH, Deth.SRC_QP, 300 + source);
      made.frames.add(made.wire.end(made.path, made.now, random.nextInt(4097)));
    }
    return made.frames;
  }
}
