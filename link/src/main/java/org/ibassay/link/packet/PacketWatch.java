package org.ibassay.link.packet;

import java.util.HashMap;
import java.util.Map;
import org.ibassay.link.capture.Tap;
import org.jspecify.annotations.Nullable;

/// Knows which packet a DUT was sent first since it was heard last, on the link or by what drives
/// it from above, and keeps one from being sent. Where an answer overtakes the packet that a DUT
/// dies of, a later packet is taken for the first: it is left out without any effect, and blamed
/// for nothing.
public final class PacketWatch {
  private final Tap tap;
  private final Map<String, Long> sent = new HashMap<>();
  private @Nullable UnansweredPacket first;
  private @Nullable UnansweredPacket watched;
  private long most;
  private boolean hasHeldBack;

  /// @param tap sees every packet
  PacketWatch(Tap tap) {
    this.tap = tap;
  }

  /// Begins to count anew, and looks for a packet.
  ///
  /// @param many how many like it may be sent
  public void begin(UnansweredPacket packet, long many) {
    watched = packet;
    most = many;
    hasHeldBack = false;
    sent.clear();
    first = null;
  }

  /// Whether it was kept from being sent since then.
  public boolean hasHeldBack() {
    return hasHeldBack;
  }

  /// A packet is to be sent.
  ///
  /// @param purpose of it
  /// @return what is known of it; null where it may not be sent
  @Nullable UnansweredPacket next(String purpose, long now) {
    long number = sent.merge(purpose, 1L, Long::sum);
    UnansweredPacket next = new UnansweredPacket(purpose, number, 0, now, 0);
    if (watched == null || !watched.isLike(next)) {
      return next;
    }
    hasHeldBack = most == 0;
    return hasHeldBack ? null : new UnansweredPacket(purpose, number, 0, now, 1);
  }

  /// A packet was sent.
  void sent(UnansweredPacket packet, long frame) {
    if (first == null) {
      first = packet.withFrame(frame);
    }
  }

  /// The DUT was heard.
  void heard() {
    first = null;
  }

  /// The first packet since the DUT was heard; null where there is none.
  public @Nullable UnansweredPacket unanswered() {
    UnansweredPacket packet = first;
    return packet == null ? null : packet.withFrame(tap.proof(packet.frame()));
  }
}
