package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.ibassay.link.capture.Tap;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// Knows the first packet sent since the DUT was last heard, on the link or by its upper tester,
/// and can withhold one packet. If an answer to an earlier packet is received after the packet that
/// stops the DUT, a later packet counts as the first: withholding it changes nothing, so it is not
/// blamed.
public final class PacketWatch {
  /// The packets that may be sent.
  public enum Extent {
    ALL,
    /// All except the watched one.
    WITHOUT_IT,
    /// All except the watched one and later packets for the same purpose.
    WITHOUT_ITS_LIKE
  }

  private final Tap tap;
  private final Map<String, long[]> sent = new HashMap<>();
  private final First first = new First();
  private @Nullable UnansweredPacket watched;
  private Extent extent = Extent.ALL;
  private boolean hasHeldBack;

  /// The packet itself, kept until the DUT is heard. Described only on request, because every
  /// exchange has one.
  private static final class First {
    private final MemorySegment packet = MemorySegment.ofArray(new byte[PacketPort.FRAME_BYTES]);
    private LinkType link = LinkType.ETHERNET;
    private String purpose = "";
    private int bytes;
    private long number;
    private long frame;
    private long sentAt;
    private boolean isThere;
  }

  /// @param tap receives every packet
  PacketWatch(Tap tap) {
    this.tap = tap;
  }

  /// Clears all counts, and watches for a packet.
  ///
  /// @param which packets that may be sent
  public void begin(UnansweredPacket packet, Extent which) {
    watched = packet;
    extent = which;
    hasHeldBack = false;
    sent.clear();
    heard();
  }

  /// Whether a packet was withheld since [#begin].
  public boolean hasHeldBack() {
    return hasHeldBack;
  }

  /// Counts a packet that is about to be sent.
  ///
  /// @param purpose what it is sent for
  /// @return whether it may be sent
  boolean admits(String purpose) {
    long number = ++count(purpose)[0];
    boolean isSent =
        switch (extent) {
          case ALL -> true;
          case WITHOUT_IT -> !isWatched(purpose, number);
          case WITHOUT_ITS_LIKE -> !isAfterWatched(purpose, number);
        };
    hasHeldBack |= !isSent;
    return isSent;
  }

  private boolean isWatched(String purpose, long number) {
    return watched != null && watched.purpose().equals(purpose) && watched.number() == number;
  }

  private boolean isAfterWatched(String purpose, long number) {
    return watched != null && watched.purpose().equals(purpose) && watched.number() <= number;
  }

  private long[] count(String purpose) {
    return sent.computeIfAbsent(purpose, _ -> new long[1]);
  }

  /// Records a packet that was sent.
  ///
  /// @param purpose what it was sent for
  /// @param frame its frame number in the capture
  void sent(String purpose, LinkType link, MemorySegment packet, int bytes, long now, long frame) {
    if (first.isThere) {
      return;
    }
    first.bytes = Math.min(bytes, PacketPort.FRAME_BYTES);
    MemorySegment.copy(packet, 0, first.packet, 0, first.bytes);
    first.link = link;
    first.purpose = purpose;
    first.number = count(purpose)[0];
    first.frame = frame;
    first.sentAt = now;
    first.isThere = true;
  }

  private static String name(LinkType link, MemorySegment bytes, int count) {
    TransportPacket packet = new TransportPacket(bytes);
    packet.read(link, 0, count);
    return packet.has(Header.BTH)
        ? "%s, PSN %d"
            .formatted(OpCode.name(packet.opCodeNumber()), packet.get(Header.BTH, Bth.PSN))
        : "a frame of %d bytes without a complete BTH".formatted(count);
  }

  /// Records that the DUT was heard.
  void heard() {
    first.isThere = false;
  }

  /// The first packet sent since the DUT was heard; null if there is none.
  public @Nullable UnansweredPacket unanswered() {
    return first.isThere
        ? new UnansweredPacket(
            first.purpose,
            first.number,
            name(first.link, first.packet, first.bytes),
            tap.proof(first.frame),
            first.sentAt,
            isWatched(first.purpose, first.number) ? 1 : 0)
        : null;
  }
}
