package org.ibassay.fuzz;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.link.rmpp.RmppTransfer;
import org.ibassay.wire.mad.Smp;

/// Passes MADs to a receiver of segmented responses, with time in between. For each MAD, the input
/// has the bytes that the receiver reads: the time since the previous one, the RMPP header, and
/// some of the data.
public final class RmppFuzz {
  private static final int HEADER = 24;
  private static final int TAKEN = 20;
  private static final RmppLimits LIMITS = RmppLimits.DEFAULT;

  private RmppFuzz() {}

  /// Called by the fuzzer.
  ///
  /// @param input any bytes
  public static void fuzzerTestOneInput(byte[] input) {
    MemorySegment in = MemorySegment.ofArray(input);
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    RmppReceiver receiver = new RmppReceiver(LIMITS, mad, 0);
    long now = 0;
    for (long at = 0; at + 1 + TAKEN <= input.length; at += 1 + TAKEN) {
      now += (input[(int) at] & 0xFFL) * (LIMITS.silenceNanos() / 0x80);
      if (now >= receiver.deadline()) {
        receiver.expire(now);
      }
      MemorySegment.copy(in, at + 1, mad, HEADER, TAKEN);
      receiver.accept(mad, now);
      if (receiver.state() == RmppTransfer.State.COMPLETE) {
        whole(receiver, mad, now);
        return;
      }
    }
    if (receiver.state() == RmppTransfer.State.RUNNING
        && receiver.deadline() > now + LIMITS.totalNanos()) {
      throw new IllegalStateException("it would wait for longer than the limit");
    }
  }

  private static void whole(RmppReceiver receiver, MemorySegment mad, long now) {
    if (receiver.takeMessage().bytes().byteSize() > LIMITS.maxBytes()) {
      throw new IllegalStateException("a message longer than the limit");
    }
    receiver.accept(mad, now);
  }
}
