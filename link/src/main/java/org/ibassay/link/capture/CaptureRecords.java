package org.ibassay.link.capture;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The packets of one file format, one at a time; and what is damaged.
abstract sealed class CaptureRecords permits PcapRecords, PcapNgRecords {
  /// Neither libpcap nor Wireshark writes or reads a longer packet.
  static final int MAX_CAPTURED = 262_144;

  static final long NANOS_PER_SECOND = 1_000_000_000;

  private static final int MAX_DAMAGES_KEPT = 16;

  final FileBytes in;

  /// Where the next record or block starts.
  long position;

  // The current packet, in place of an object a packet.
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

  /// Goes on to the next packet; false at the end.
  abstract boolean next();

  /// The packet's single comment, once it was found.
  long commentAt;

  int commentBytes;

  /// Looks for the current packet's single comment; false where there are none or several.
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

  /// Notes a damage; of very many only how many there were.
  void damaged(long at, String found, String expected) {
    damageCount++;
    if (damages.size() < MAX_DAMAGES_KEPT) {
      damages.add(new Damage(at, found, expected));
    }
  }

  /// The file ends before its time.
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
