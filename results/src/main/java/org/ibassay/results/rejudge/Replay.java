package org.ibassay.results.rejudge;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.sa.SaMethod;
import org.jspecify.annotations.Nullable;

/// Replays the recorded packets of one device, section by section. Each datagram that a test sends
/// is matched with the first recorded one that is equal except for its TransactionID; what was
/// received after that one is received again, after the same time.
///
/// A test may omit requests that only read. The replay ends at a request that was not recorded, or
/// that precedes a recorded request that changes the device: the device could have answered
/// differently.
final class Replay {
  private static final Set<Integer> READS =
      Set.of(Method.GET, SaMethod.GET_TABLE, SaMethod.GET_MULTI);
  private static final int LID_BYTES = 2;
  private static final int ID_AT = 8;
  private static final int MOST_SHOWN = 80;

  /// A recorded datagram of the tester, and what was received after it.
  static final class Sent {
    final RecordedMad mad;
    final List<Received> received = new ArrayList<>();
    boolean isUsed;

    Sent(RecordedMad mad) {
      this.mad = mad;
    }
  }

  /// A recorded datagram of the device.
  ///
  /// @param delay time since the datagram before it, in nanoseconds
  /// @param isAnswer whether its TransactionID is that of the tester's datagram
  /// @param isAwaited whether the run accepted it as the response, and had not retried before
  record Received(RecordedMad mad, long delay, boolean isAnswer, boolean isAwaited) {}

  private final ReplayTime time;
  private final boolean isInOrder;
  private final Map<ByteBuffer, Deque<Sent>> byContent = new HashMap<>();
  private final List<Received> unasked = new ArrayList<>();
  private Deque<Sent> changes = new ArrayDeque<>();
  private @Nullable String divergence;
  private boolean isStepKnown;

  /// @param isInOrder whether only one request at a time was outstanding
  Replay(ReplayTime time, boolean isInOrder) {
    this.time = time;
    this.isInOrder = isInOrder;
  }

  ReplayTime time() {
    return time;
  }

  /// Starts a section.
  void begin(List<RecordedMad> mads) {
    byContent.clear();
    unasked.clear();
    changes = new ArrayDeque<>();
    divergence = null;
    isStepKnown = false;
    if (!mads.isEmpty()) {
      time.jump(mads.getFirst().nanos());
    }
    Map<Integer, Sent> byId = new HashMap<>();
    Sent last = null;
    for (RecordedMad mad : mads) {
      if (mad.isReceived()) {
        Sent asked = byId.get(mad.transactionId());
        Sent after = asked == null ? last : asked;
        long since = after == null ? mads.getFirst().nanos() : after.mad.nanos();
        (after == null ? unasked : after.received)
            .add(
                new Received(
                    mad,
                    Math.max(0, mad.nanos() - since),
                    asked != null,
                    asked != null && mad.isTaken() && isLastTry(asked)));
      } else {
        last = new Sent(mad);
        byId.put(mad.transactionId(), last);
        byContent
            .computeIfAbsent(content(mad.mad(), mad.peerLid()), _ -> new ArrayDeque<>())
            .add(last);
        if (!READS.contains(method(last))) {
          changes.add(last);
        }
      }
    }
  }

  private boolean isLastTry(Sent sent) {
    Deque<Sent> alike = byContent.get(content(sent.mad.mad(), sent.mad.peerLid()));
    return alike != null && sent.equals(alike.peekLast());
  }

  private static int method(Sent sent) {
    return (int) MadHeader.METHOD.get(sent.mad.mad(), 0);
  }

  /// Returns what was received in this section before the tester sent anything.
  List<Received> unasked() {
    return unasked;
  }

  /// The bytes without the TransactionID. Of responses and TrapRepresses the destination is not
  /// compared, since it is the requester.
  private static ByteBuffer content(MemorySegment mad, int lid) {
    byte[] bytes = mad.toArray(ValueLayout.JAVA_BYTE);
    long method = MadHeader.METHOD.get(mad, 0);
    boolean isReply = RecordedMad.isResponse(mad) || method == Method.TRAP_REPRESS;
    ByteBuffer content = ByteBuffer.allocate(LID_BYTES + bytes.length);
    content.putShort((short) (isReply ? 0 : lid)).put(bytes);
    content.putLong(LID_BYTES + ID_AT, 0);
    return content.flip();
  }

  /// Returns the matching recorded datagram; null if there is none.
  @Nullable Sent match(MemorySegment mad, int lid) {
    Deque<Sent> alike = byContent.get(content(mad, lid));
    Sent found = alike == null ? null : alike.poll();
    if (found == null) {
      diverge("sends " + RecordedMad.describe(mad) + ", which the run did not send there");
      return null;
    }
    found.isUsed = true;
    while (!changes.isEmpty() && changes.getFirst().isUsed) {
      changes.removeFirst();
    }
    if (isInOrder && !changes.isEmpty() && changes.getFirst().mad.frame() < found.mad.frame()) {
      RecordedMad missed = changes.getFirst().mad;
      diverge(
          "sends %s without the %s that the run sent before, in packet %d"
              .formatted(RecordedMad.describe(mad), missed, missed.frame()));
      return null;
    }
    return found;
  }

  private void diverge(String how) {
    if (divergence == null) {
      divergence = "the test now " + how;
    }
  }

  /// Records that the tester sent a datagram for a step.
  void sent(Label label) {
    if (divergence != null && !isStepKnown) {
      isStepKnown = true;
      String purpose = label.toString();
      divergence = (purpose.isEmpty() ? "" : shortened(purpose) + ": ") + divergence;
    }
  }

  private static String shortened(String text) {
    return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
  }

  /// Returns a sentence about where the packets diverge from the recording; null if they do not.
  @Nullable String divergence() {
    return divergence;
  }

  void requireAgreement() throws LinkException {
    if (divergence != null) {
      throw new LinkException("the recording ends here: " + divergence);
    }
  }
}
