package org.ibassay.link.roce;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibassay.link.LinkException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamCarrierTest {
  /// Only for data that must be received.
  private static final long PATIENCE = 20_000_000_000L;

  private final FakeQemu qemu;
  private final MemorySegment into = MemorySegment.ofArray(new byte[70_000]);
  private final StreamCarrier carrier;

  StreamCarrierTest() throws Exception {
    qemu = new FakeQemu();
    carrier = new StreamCarrier("127.0.0.1", qemu.port());
  }

  @BeforeEach
  void connect() throws IOException {
    qemu.accept();
  }

  @AfterEach
  void close() throws IOException {
    carrier.close();
    qemu.close();
  }

  private static byte[] frame(int bytes, long seed) {
    byte[] frame = new byte[bytes];
    new SplittableRandom(seed).nextBytes(frame);
    return frame;
  }

  private byte[] received() throws LinkException {
    int bytes = carrier.receive(into, carrier.clock().nanos() + PATIENCE);
    return into.asSlice(0, bytes).toArray(JAVA_BYTE);
  }

  @Test
  void framesGoBothWays() throws Exception {
    byte[] frame = frame(1082, 1);
    carrier.send(MemorySegment.ofArray(frame), 1000);
    assertThat(qemu.read()).isEqualTo(Arrays.copyOf(frame, 1000));
    qemu.write(frame);
    assertThat(received()).isEqualTo(frame);
  }

  @Test
  void aShortFrameIsFilledUp() throws Exception {
    carrier.send(MemorySegment.ofArray(frame(300, 2)), 300);
    qemu.read();
    carrier.send(MemorySegment.ofArray(frame(58, 3)), 58);
    assertThat(qemu.read()).isEqualTo(Arrays.copyOf(frame(58, 3), 60));
  }

  @Test
  void aBurstComesFrameByFrame() throws Exception {
    for (int i = 0; i < 300; i++) {
      qemu.write(frame(60 + i * 7, i));
    }
    for (int i = 0; i < 300; i++) {
      assertThat(received()).as("frame %d", i).isEqualTo(frame(60 + i * 7, i));
    }
  }

  @Test
  void aFrameInPiecesIsPutTogether() throws Exception {
    byte[] frame = frame(100, 4);
    qemu.writeRaw((byte) 0, (byte) 0);
    assertThat(carrier.receive(into, Long.MIN_VALUE)).isZero();
    qemu.writeRaw((byte) 0, (byte) 100);
    qemu.writeRaw(Arrays.copyOf(frame, 30));
    assertThat(carrier.receive(into, carrier.clock().nanos() + 1_000_000)).isZero();
    qemu.writeRaw(Arrays.copyOfRange(frame, 30, 100));
    assertThat(received()).isEqualTo(frame);
  }

  @Test
  void nothingComesUntilTheDeadline() throws Exception {
    long deadline = carrier.clock().nanos() + 3_000_000;
    assertThat(carrier.receive(into, deadline)).isZero();
    assertThat(carrier.clock().nanos()).isGreaterThanOrEqualTo(deadline);
  }

  @Test
  void aFrameOfNothingIsPassedOver() throws Exception {
    qemu.write(new byte[0]);
    qemu.write(frame(60, 5));
    assertThat(received()).isEqualTo(frame(60, 5));
  }

  @Test
  void whatHasNoRoomIsCutOff() throws Exception {
    qemu.write(frame(65_000, 6));
    qemu.write(frame(60, 7));
    int bytes = carrier.receive(into.asSlice(0, 100), carrier.clock().nanos() + PATIENCE);
    assertThat(bytes).isEqualTo(100);
    assertThat(into.asSlice(0, 100).toArray(JAVA_BYTE))
        .isEqualTo(Arrays.copyOf(frame(65_000, 6), 100));
    assertThat(received()).isEqualTo(frame(60, 7));
  }

  @Test
  void somethingElseThanFramesIsRefused() throws Exception {
    qemu.writeRaw((byte) 'H', (byte) 'T', (byte) 'T', (byte) 'P');
    assertThatThrownBy(this::received)
        .isInstanceOf(LinkException.class)
        .hasMessage(
            "stream:127.0.0.1:%d does not send frames: a length of 1213486160 where at most 131072"
                    .formatted(qemu.port())
                + " is expected");
  }

  @Test
  void hangingUpIsSaid() throws Exception {
    qemu.hangUp();
    assertThatThrownBy(this::received)
        .isInstanceOf(LinkException.class)
        .hasMessage("stream:127.0.0.1:%d has hung up".formatted(qemu.port()));
  }

  @Test
  void nobodyThereIsSaid() throws Exception {
    qemu.close();
    assertThatThrownBy(() -> new StreamCarrier("127.0.0.1", qemu.port()))
        .isInstanceOf(LinkException.class)
        .hasMessageStartingWith("cannot connect to stream:127.0.0.1:" + qemu.port() + ": ")
        .hasMessageEndingWith(
            "; expected a listener there, such as QEMU with -netdev stream,server=on");
  }

  @Test
  void anInterruptionLeavesTheConnectionOpen() throws Exception {
    Thread.currentThread().interrupt();
    qemu.write(frame(60, 8));
    assertThat(received()).isEqualTo(frame(60, 8));
    assertThat(Thread.interrupted()).isTrue();
    qemu.write(frame(60, 9));
    assertThat(received()).isEqualTo(frame(60, 9));
  }
}
