package org.ibassay.suite;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester;

/// What is asked of the DUT from above: its memory, what it sends and receives, what completes.
abstract class TransportWork extends TransportEnds {
  /// How many receives, and sends, can be posted at a time.
  static final int DEPTH = 64;

  /// In packets; enough for every procedure.
  private static final int BUFFER_PACKETS = 16;

  private static final long POLL_NANOS = 1_000_000L;

  private final List<MemoryRegion> regions = new ArrayList<>();

  /// Registers memory of the DUT for all uses, zeroed, of the size of 16 packets.
  protected final MemoryRegion registerMemory() throws TestException {
    return registerMemory(AccessRights.ALL);
  }

  /// Registers memory of the DUT, zeroed, of the size of 16 packets.
  protected final MemoryRegion registerMemory(AccessRights rights) throws TestException {
    return registerMemory(rights, (long) BUFFER_PACKETS * cc().pmtu());
  }

  /// Registers memory of the DUT, zeroed.
  protected final MemoryRegion registerMemory(AccessRights rights, long bytes)
      throws TestException {
    MemoryRegion region = upper(() -> upperTester().register(bytes, rights));
    regions.add(region);
    cc().setBuffer(region);
    return region;
  }

  /// Ends all registrations.
  final void freeMemory() throws TestException {
    for (MemoryRegion region : regions) {
      upper(() -> upperTester().free(region));
    }
    regions.clear();
  }

  /// Has the DUT fill registered memory.
  protected final void fill(MemoryRegion region, byte[] data) throws TestException {
    upper(() -> upperTester().write(region, 0, data));
  }

  /// What stands in registered memory of the DUT.
  protected final byte[] read(MemoryRegion region, long at, int bytes) throws TestException {
    return upper(() -> upperTester().read(region, at, bytes));
  }

  /// Has the DUT post receives, each with room for `bytes`, into memory of their own; their ids
  /// count from 0.
  protected final MemoryRegion postReceives(int count, int bytes) throws TestException {
    long size = Math.max(1, (long) count * bytes);
    MemoryRegion region = upper(() -> upperTester().register(size, AccessRights.LOCAL));
    regions.add(region);
    for (int i = 0; i < count; i++) {
      postReceive(i, region.slice((long) i * bytes, bytes));
    }
    return region;
  }

  /// Has the DUT post a receive.
  ///
  /// @param id comes back in the completion
  protected final void postReceive(long id, Buffer into) throws TestException {
    upper(() -> upperTester().postReceive(cc().qp(), id, into));
  }

  /// The state of the DUT's QP.
  protected final QpAttributes.State queryState() throws TestException {
    return upper(() -> upperTester().query(cc().qp())).state();
  }

  /// Has the DUT post a request.
  protected final void post(SendRequest request) throws TestException {
    upper(() -> upperTester().post(cc().qp(), request));
  }

  /// Completions of the DUT's send queue.
  ///
  /// @param count waits until there are so many, as long as an answer may take
  protected final List<Completion> pollSendQueue(int count) throws TestException {
    return poll(UpperTester.Queue.SEND, count, answerNanos());
  }

  /// The same, as long as that beyond what an answer may take.
  protected final List<Completion> pollSendQueue(int count, Duration patience)
      throws TestException {
    return poll(UpperTester.Queue.SEND, count, answerNanos() + patience.toNanos());
  }

  /// Completions of the DUT's receive queue.
  ///
  /// @param count waits until there are so many, as long as an answer may take
  protected final List<Completion> pollReceiveQueue(int count) throws TestException {
    return poll(UpperTester.Queue.RECEIVE, count, answerNanos());
  }

  /// What has come into the DUT's send queue after a time in which nothing should.
  protected final List<Completion> pollSendQueueAfterSilence() throws TestException {
    waitFor(Duration.ofNanos(silenceNanos()));
    return poll(UpperTester.Queue.SEND, 1, 0);
  }

  /// What has come into the DUT's receive queue after a time in which nothing should.
  protected final List<Completion> pollReceiveQueueAfterSilence() throws TestException {
    waitFor(Duration.ofNanos(silenceNanos()));
    return poll(UpperTester.Queue.RECEIVE, 1, 0);
  }

  private List<Completion> poll(UpperTester.Queue queue, int count, long patience)
      throws TestException {
    List<Completion> all = new ArrayList<>();
    long deadline = now() + patience;
    while (true) {
      all.addAll(upper(() -> upperTester().poll(cc().qp(), queue, DEPTH)));
      long now = now();
      if (all.size() >= count || now >= deadline) {
        return all;
      }
      waitFor(Duration.ofNanos(Math.min(POLL_NANOS, deadline - now)));
    }
  }

  // --- checks

  /// The first `expected` bytes' worth of completions ended well, and there are so many.
  protected final boolean verifyCompletions(List<Completion> completions, int count) {
    return verify(
        0,
        completions.size() == count
            && completions.stream().allMatch(c -> c.status() == Completion.Status.SUCCESS),
        () -> counted(count, "completion") + ", each SUCCESS",
        () -> completions.isEmpty() ? "none" : completions.toString());
  }

  /// The DUT's memory holds these bytes.
  protected final boolean verifyMemory(MemoryRegion region, long at, byte[] expected)
      throws TestException {
    byte[] actual = read(region, at, expected.length);
    return verify(
        0,
        Arrays.equals(actual, expected),
        () -> counted(expected.length, "byte") + " in the DUT's memory as sent",
        () -> difference(actual, expected));
  }

  /// The DUT's memory holds a number of 64 bits, in the order of its processor, whichever that is.
  protected final boolean verifyNumber(MemoryRegion region, long at, long expected)
      throws TestException {
    long actual = ByteBuffer.wrap(read(region, at, Long.BYTES)).getLong();
    return verify(
        0,
        actual == expected || Long.reverseBytes(actual) == expected,
        () -> "0x%016X in the DUT's memory".formatted(expected),
        () -> "0x%016X".formatted(actual));
  }

  static String difference(byte[] actual, byte[] expected) {
    int at = Arrays.mismatch(actual, expected);
    return actual.length != expected.length
        ? counted(actual.length, "byte")
        : "0x%02X, not 0x%02X, at byte %d".formatted(actual[at] & 0xFF, expected[at] & 0xFF, at);
  }

  /// Bytes that hardly any other part of a message has in their place.
  protected static byte[] pattern(int bytes) {
    byte[] pattern = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      pattern[i] = (byte) ((i * 0x9E3779B1 + 0x5BD1E995) >>> 24);
    }
    return pattern;
  }
}
