package org.ibassay.link.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ibassay.link.LinkException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LockstepCarrierTest {
  private static final int SILENT_MILLIS = 1000;
  private static final byte[] FRAME = frame(100);

  private final FakeSimulator simulator;
  private final LockstepCarrier carrier;
  private final MemorySegment into = MemorySegment.ofArray(new byte[2000]);

  LockstepCarrierTest() throws Exception {
    simulator = new FakeSimulator();
    carrier = new LockstepCarrier("127.0.0.1", simulator.port(), SILENT_MILLIS);
  }

  @BeforeEach
  void connect() throws IOException {
    simulator.accept();
  }

  @AfterEach
  void close() throws IOException {
    carrier.close();
    simulator.close();
  }

  private static byte[] frame(int bytes) {
    byte[] frame = new byte[bytes];
    Arrays.fill(frame, (byte) 0x5A);
    return frame;
  }

  private long now() {
    return carrier.clock().nanos();
  }

  @Test
  void timeStandsStillUntilTheSimulatorMovesIt() throws Exception {
    assertThat(now()).isZero();
    simulator.reaches(500);
    assertThat(carrier.receive(into, 500)).isZero();
    assertThat(now()).isEqualTo(500);
    assertThat(simulator.hears().nanos()).isEqualTo(500);
  }

  @Test
  void aFrameBringsItsTime() throws Exception {
    simulator.frame(120, FRAME);
    assertThat(carrier.receive(into, 500)).isEqualTo(100);
    assertThat(now()).isEqualTo(120);
    assertThat(into.asSlice(0, 100).mismatch(MemorySegment.ofArray(FRAME))).isEqualTo(-1);
  }

  @Test
  void aFrameIsSentAtTheTestersTime() throws Exception {
    simulator.reaches(300);
    carrier.receive(into, 300);
    simulator.hears();
    carrier.send(MemorySegment.ofArray(FRAME), 70);
    FakeSimulator.Heard heard = simulator.hears();
    assertThat(heard.nanos()).isEqualTo(300);
    assertThat(heard.frame()).isEqualTo(ByteBuffer.wrap(frame(70)));
  }

  @Test
  void wordOnTheWayIsNotTheEnd() throws Exception {
    simulator.reaches(100);
    simulator.reaches(200);
    simulator.reaches(500);
    assertThat(carrier.receive(into, 500)).isZero();
    assertThat(now()).isEqualTo(500);
    assertThat(simulator.hears().nanos()).isEqualTo(500);
    assertThat(simulator.hearsMore()).as("leave was given once").isFalse();
  }

  @Test
  void whatIsSentAfterTheDeadlineIsReceivedLater() throws Exception {
    simulator.frame(700, FRAME);
    assertThat(carrier.receive(into, 500)).isZero();
    assertThat(now()).isEqualTo(500);
    assertThat(carrier.receive(into, 900)).isEqualTo(100);
    assertThat(now()).isEqualTo(700);
  }

  @Test
  void eachFrameEndsALeave() throws Exception {
    simulator.frame(100, FRAME);
    carrier.receive(into, 500);
    simulator.frame(100, frame(80));
    assertThat(carrier.receive(into, 500)).isEqualTo(80);
    assertThat(simulator.hears().nanos()).isEqualTo(500);
    assertThat(simulator.hears().nanos()).isEqualTo(500);
  }

  @Test
  void aPollAsksOnlyWhereSomethingWasSentSince() throws Exception {
    simulator.reaches(0);
    assertThat(carrier.receive(into, Long.MIN_VALUE)).isZero();
    assertThat(carrier.receive(into, Long.MIN_VALUE)).isZero();
    simulator.hears();
    assertThat(simulator.hearsMore()).isFalse();
    carrier.send(MemorySegment.ofArray(FRAME), 100);
    simulator.frame(0, frame(60));
    assertThat(carrier.receive(into, Long.MIN_VALUE)).isEqualTo(60);
  }

  @Test
  void timeThatGoesBackIsSaid() throws Exception {
    simulator.reaches(500);
    carrier.receive(into, 500);
    simulator.frame(499, FRAME);
    assertThatThrownBy(() -> carrier.receive(into, 900))
        .isInstanceOf(LinkException.class)
        .hasMessage(
            "lockstep:127.0.0.1:%d goes back in time: 499 ns after 500 ns"
                .formatted(simulator.port()));
  }

  @Test
  void whoSaysNothingIsNotWaitedForForEver() {
    assertThatThrownBy(() -> carrier.receive(into, 500))
        .isInstanceOf(LinkException.class)
        .hasMessage(
            "lockstep:127.0.0.1:%d has sent nothing for 1 s: expected a frame or a time"
                .formatted(simulator.port()));
  }

  @Test
  void timeGoesOnAfterANewConnection() throws Exception {
    simulator.reaches(500);
    carrier.receive(into, 500);
    carrier.reconnect();
    simulator.accept().frame(20, FRAME);
    assertThat(carrier.receive(into, 900)).isEqualTo(100);
    assertThat(now()).isEqualTo(520);
    assertThat(simulator.hears().nanos()).isEqualTo(400);
  }
}
