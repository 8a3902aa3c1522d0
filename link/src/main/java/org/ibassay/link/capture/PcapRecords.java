package org.ibassay.link.capture;

/// Reads the packets of a pcap file, as documented in libpcap's pcap-savefile(5).
///
/// The start of a packet is only known from the lengths before it, so nothing can be read after a
/// damaged length.
final class PcapRecords extends CaptureRecords {
  static final int MICROSECONDS = 0xA1B2_C3D4;
  static final int NANOSECONDS = 0xA1B2_3C4D;

  private static final int FILE_HEADER_BYTES = 24;
  private static final int RECORD_HEADER_BYTES = 16;

  /// The upper bits of the field concern frame check sequences.
  private static final int LINK_TYPE_MASK = 0xFFFF;

  private final int nanosPerTick;
  private boolean isEnd;

  /// @param in its order is that of the file
  PcapRecords(FileBytes in, boolean nanoseconds) {
    super(in);
    nanosPerTick = nanoseconds ? 1 : 1000;
    hasTime = true;
    position = FILE_HEADER_BYTES;
    if (!in.map(0, FILE_HEADER_BYTES)) {
      cutOff(0, "the file's header", FILE_HEADER_BYTES);
      isEnd = true;
      return;
    }
    if (in.u16(4) != 2) {
      damaged(4, "version " + in.u16(4), "version 2");
    }
    linkType = (int) in.u32(20) & LINK_TYPE_MASK;
  }

  @Override
  boolean next() {
    long record = position;
    in.release(record);
    if (isEnd || !in.map(record, 1)) {
      return false;
    }
    isEnd = true;
    if (!in.map(record, RECORD_HEADER_BYTES)) {
      cutOff(record, "a packet's header", RECORD_HEADER_BYTES);
      return false;
    }
    long length = in.u32(record + 8);
    if (length > MAX_CAPTURED) {
      damaged(record + 8, "a packet of " + length + " bytes", "at most " + MAX_CAPTURED);
      return false;
    }
    if (!in.map(record, RECORD_HEADER_BYTES + length)) {
      cutOff(record + RECORD_HEADER_BYTES, "a packet", length);
      return false;
    }
    nanos = in.u32(record) * NANOS_PER_SECOND + in.u32(record + 4) * nanosPerTick;
    captured = (int) length;
    original = in.u32(record + 12);
    offset = record + RECORD_HEADER_BYTES;
    position = offset + length;
    isEnd = false;
    return true;
  }
}
