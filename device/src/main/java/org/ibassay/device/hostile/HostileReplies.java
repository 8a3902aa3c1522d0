package org.ibassay.device.hostile;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibassay.device.sma.Replies;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// Responses of a node in a fabric that becomes hostile after some responses. The fields for
/// routing a response back over its directed route are not changed: otherwise the first switch
/// would drop it.
public final class HostileReplies extends Replies.Overlay {
  private final Hostility hostility;
  private final SplittableRandom random;
  private final SpoiltMads spoilt;
  private long right;

  /// @param right number of correct responses before
  /// @param seed seed of all random data
  public HostileReplies(Replies replies, Hostility hostility, long right, long seed) {
    super(replies);
    this.hostility = hostility;
    this.right = right;
    this.random = new SplittableRandom(seed);
    this.spoilt = new SpoiltMads(random);
  }

  /// Whether a node of a fabric supports this kind: endless unsolicited packets are only for single
  /// devices.
  public static boolean isPossible(Hostility hostility) {
    return hostility != Hostility.FLOOD
        && hostility != Hostility.ENDLESS
        && hostility != Hostility.MIXED;
  }

  /// The kinds that a node of a fabric supports, as in URIs.
  public static List<String> words() {
    return Stream.of(Hostility.values())
        .filter(HostileReplies::isPossible)
        .map(Hostility::word)
        .toList();
  }

  @Override
  public void edit(Transaction t) {
    super.edit(t);
    if (right > 0) {
      right--;
      return;
    }
    MemorySegment response = t.response();
    List<byte[]> sent =
        spoilt.of(hostility, response.asSlice(0, Smp.BYTES_OF_MAD).toArray(JAVA_BYTE));
    if (sent.isEmpty()) {
      t.withholdResponse();
      return;
    }
    byte[] bytes = sent.getFirst();
    MemorySegment copy = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    copy.copyFrom(response);
    int held = Math.min(bytes.length, Smp.BYTES_OF_MAD);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, response, 0, held);
    if (MadHeader.MGMT_CLASS.get(copy, 0) == Smp.DIRECTED_ROUTE) {
      keepRoute(copy, response);
    }
    t.resizeResponse(bytes.length);
  }

  private static void keepRoute(MemorySegment from, MemorySegment to) {
    MadHeader.MGMT_CLASS.set(to, 0, Smp.DIRECTED_ROUTE);
    Smp.DIRECTION.set(to, 0, Smp.DIRECTION.get(from, 0));
    Smp.HOP_COUNT.set(to, 0, Smp.HOP_COUNT.get(from, 0));
    Smp.HOP_POINTER.set(to, 0, Smp.HOP_POINTER.get(from, 0));
    Smp.DR_SLID.set(to, 0, Smp.DR_SLID.get(from, 0));
    Smp.DR_DLID.set(to, 0, Smp.DR_DLID.get(from, 0));
    for (int hop = 0; hop <= Smp.MAX_HOPS; hop++) {
      Smp.RETURN_PATH.set(to, 0, hop, Smp.RETURN_PATH.get(from, 0, hop));
    }
  }
}
