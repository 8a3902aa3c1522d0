package org.ibassay.link.umad;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {
  private static final int ENOSPC = 28;
  private static final int ETIMEDOUT = 110;
  private static final int MAD = 256;
  private static final int MOST = 100_000;

  /// The messages received by a kernel, read as in its user_mad.c: without room for a message of
  /// several segments, the header and the first segment are returned, and the message stays in the
  /// queue.
  private static final class Kernel implements Inbox.Source {
    final ArrayDeque<byte[]> received = new ArrayDeque<>();
    final List<Integer> rooms = new ArrayList<>();

    @Override
    public int receive(MemorySegment umad, MemorySegment bytes, int timeoutMillis) {
      int room = bytes.get(JAVA_INT, 0);
      rooms.add(room);
      assertThat(umad.byteSize()).isGreaterThanOrEqualTo(Inbox.HEADER_BYTES + (long) room);
      byte[] next = received.peek();
      if (next == null) {
        return ETIMEDOUT;
      }
      bytes.set(JAVA_INT, 0, next.length);
      boolean fits = next.length <= room;
      int filled = fits ? next.length : MAD;
      MemorySegment.copy(next, 0, umad, JAVA_BYTE, Inbox.HEADER_BYTES, filled);
      if (!fits) {
        return ENOSPC;
      }
      received.remove();
      return 0;
    }
  }

  private final Kernel kernel = new Kernel();
  private final Inbox inbox = new Inbox(kernel, MOST, MOST);

  private static byte[] message(int bytes) {
    byte[] message = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      message[i] = (byte) (i * 31 + bytes);
    }
    return message;
  }

  @Test
  void answerOfAnyLengthIsTakenWhole() {
    List<Integer> lengths = List.of(24, 256, 257, 1000, 120, 64_000, 500, 99_999, MOST);
    lengths.forEach(length -> kernel.received.add(message(length)));

    for (int length : lengths) {
      assertThat(inbox.receive(0)).isZero();
      assertThat(inbox.length()).isEqualTo(length);
      assertThat(inbox.mad().toArray(JAVA_BYTE)).isEqualTo(message(length));
    }
    assertThat(inbox.receive(0)).isEqualTo(ETIMEDOUT);
  }

  /// It does not grow in small steps.
  @Test
  void roomIsDoubled() {
    for (int length = 257; length < 5000; length += 10) {
      kernel.received.add(message(length));
      assertThat(inbox.receive(0)).isZero();
    }
    assertThat(kernel.rooms.stream().distinct()).containsExactly(256, 512, 1024, 2048, 4096, 8192);
  }

  @Test
  void tooLongAnAnswerIsSaidToBe() {
    kernel.received.add(message(MOST + 1));

    assertThat(inbox.receive(0)).isEqualTo(ENOSPC);
    assertThat(inbox.length()).isEqualTo(MOST + 1);
  }

  @Test
  void errorsArePassedOn() {
    assertThat(new Inbox((umad, bytes, millis) -> 5, MOST, MOST).receive(0)).isEqualTo(5);
  }

  /// The error number of a full disk, without a length that explains it.
  @Test
  void noSpaceForNothingIsPassedOn() {
    assertThat(new Inbox((umad, bytes, millis) -> ENOSPC, MOST, MOST).receive(0)).isEqualTo(ENOSPC);
  }

  @Test
  void lessThanWasSaidIsDelivered() {
    kernel.received.add(message(248));
    Inbox wrapped = new Inbox(kernel, 224, MOST);

    assertThat(wrapped.receive(0)).isZero();
    assertThat(wrapped.length()).isEqualTo(248);
    assertThat(wrapped.mad().toArray(JAVA_BYTE)).isEqualTo(Arrays.copyOf(message(248), 224));
  }

  @Test
  void requestThatIsHandedBackIsReported() {
    Inbox back =
        new Inbox(
            (umad, bytes, millis) -> {
              umad.set(JAVA_INT, 4, ETIMEDOUT);
              return 0;
            },
            MOST,
            MOST);

    assertThat(back.receive(0)).isZero();
    assertThat(back.isHandedBack()).isTrue();
  }
}
