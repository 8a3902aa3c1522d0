package org.ibassay.link.capture;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the packets of one file format, one at a time, and records damages.
abstract sealed class CaptureRecords permits PcapRecords, PcapNgRecords {
  /// The limit of libpcap and Wireshark.
  static final int MAX_CAPTURED = 262_144;

  static final long NANOS_PER_SECOND = 1_000_000_000;

  private static final int MAX_DAMAGES_KEPT = 16;

  final FileBytes in;

  /// Position of the next record or block.
  long position;

  // The current packet, in fields to avoid an object per packet.
  boolean hasTime;
  long nanos;
  int linkType;
  long offset;
  int captured;
  long original;

  private final List<Damage> damages = new ArrayList<>();
  private long damageCount;

  CaptureRecords(FileBytes in) {
    this.in = in;
  }

  /// Advances to the next packet; returns false at the end.
  abstract boolean next();

  /// The position of the packet's only comment, once it was found.
  long commentAt;

  int commentBytes;

  /// Looks for the only comment of the current packet; returns false if there are none or several.
  boolean findComment() {
    return false;
  }

  /// Whether the capture says that the current packet was received, not sent.
  boolean isReceived() {
    return false;
  }

  /// The current packet's comments.
  @Nullable String comment() {
    return null;
  }

  /// Records a damage; if there are very many, only counts it.
  void damaged(long at, String found, String expected) {
    damageCount++;
    if (damages.size() < MAX_DAMAGES_KEPT) {
      damages.add(new Damage(at, found, expected));
    }
  }

  /// Records that the file ends too early.
  void cutOff(long at, String what, long expected) {
    damaged(
        at, "the file ends after " + (in.size() - at) + " bytes of " + what, expected + " bytes");
  }

  List<Damage> damages() {
    return List.copyOf(damages);
  }

  long damageCount() {
    return damageCount;
  }
}
