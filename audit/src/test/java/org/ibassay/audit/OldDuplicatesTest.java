package org.ibassay.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.audit.Wire.Frame;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.OpCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Duplicates of requests that were sent before the capture began: they begin no other connection,
/// however old they are.
final class OldDuplicatesTest {
  private static final Wire.Path THERE = new Wire.Path(0, 1, Framing.ROCE_V2_IPV4, 0);
  private static final Wire.Path BACK = THERE.back();
  private static final long MICROSECOND = 1_000;
  private static final int FIRST_PSN = 20_000;
  private static final int ACK = 0x1F;
  private static final int READ_BYTES = 100;

  private final Wire wire = new Wire();
  private final List<Frame> frames = new ArrayList<>();
  private long now = 1_000_000_000;

  /// The number of messages is that of PSNs: each message is a packet.
  private int psn = FIRST_PSN;

  private void sendOnce(int at) {
    wire.begin(THERE, OpCode.RC_SEND_ONLY, 2, at, true);
    now += 10 * MICROSECOND;
    frames.add(wire.end(THERE, now, 64));
    respond(OpCode.RC_ACK, Math.max(at, psn - 1), 0);
  }

  private void readOnce(int at) {
    wire.begin(THERE, OpCode.RC_RDMA_READ_REQ, 2, at, true);
    wire.reth(0x1000, READ_BYTES);
    now += 10 * MICROSECOND;
    frames.add(wire.end(THERE, now, 0));
    respond(OpCode.RC_RDMA_READ_RESP_ONLY, at, READ_BYTES);
  }

  private void respond(OpCode code, int at, int payload) {
    wire.begin(BACK, code, 1, at, false);
    wire.aeth(ACK, psn);
    now += 10 * MICROSECOND;
    frames.add(wire.end(BACK, now, payload));
  }

  private void sendNext(int count) {
    for (int i = 0; i < count; i++) {
      sendOnce(psn++);
    }
  }

  /// @param micros before each duplicate; a QP can be connected again only after a pause
  @ParameterizedTest
  @CsvSource({"2100, 10", "2100, 500", "2048, 500", "9000, 500"})
  void areNoOtherConnection(int age, int micros) {
    sendNext(3000);
    for (int i = 0; i < 20; i++) {
      now += micros * MICROSECOND;
      if (i % 3 == 0) {
        readOnce(psn - age - 3000);
      } else {
        sendOnce(psn - age - 3000);
      }
      now += micros * MICROSECOND;
      sendNext(10);
    }
    for (boolean complete : new boolean[] {true, false}) {
      assertThat(Wire.audit(frames, complete).findings()).as("complete: %s", complete).isEmpty();
    }
  }
}
