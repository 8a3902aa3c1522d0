package org.ibassay.link.capture;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the packets of a capture, pcap or pcapng, one after another:
///
/// ```
/// try (CaptureReader capture = CaptureReader.open(file)) {
///   while (capture.next()) {
///     ... capture.segment(), capture.offset(), capture.captured() ...
///   }
///   ... capture.damages() ...
/// }
/// ```
///
/// Whatever the file holds, nothing is thrown for it: what can be read is read, and what is damaged
/// is listed. A file is mapped into memory piece by piece, so it may be larger than memory; a
/// stream, and what gzip packed, is read as it comes, and blocks longer than 32 MiB are damaged
/// there. A packet costs no allocation. Used by one thread at a time.
public final class CaptureReader implements Closeable {
  /// Link type of Ethernet frames.
  public static final int ETHERNET = 1;

  /// Link type of ERF records.
  public static final int ERF = 197;

  /// Link type of InfiniBand packets, from the LRH on.
  public static final int INFINIBAND = 247;

  /// The most bytes of a packet that a capture has.
  public static final int MAX_CAPTURED = CaptureRecords.MAX_CAPTURED;

  /// A file's format.
  public enum Format {
    PCAP,
    PCAPNG,
    /// No capture.
    UNKNOWN
  }

  private static final int MAGIC_BYTES = 4;

  private final FileBytes bytes;
  private final Format format;
  private final @Nullable CaptureRecords records;
  private long frame;
  private boolean isFailureNoted;

  private CaptureReader(FileBytes bytes) {
    this.bytes = bytes;
    int magic = bytes.map(0, MAGIC_BYTES) ? (int) bytes.u32(0) : 0;
    if (magic == PcapNgRecords.SECTION_HEADER) {
      format = Format.PCAPNG;
      records = new PcapNgRecords(bytes);
    } else if (isPcap(magic) || isPcap(Integer.reverseBytes(magic))) {
      format = Format.PCAP;
      bytes.order(!isPcap(magic));
      records = new PcapRecords(bytes, bytes.u32(0) == (PcapRecords.NANOSECONDS & 0xFFFF_FFFFL));
    } else {
      format = Format.UNKNOWN;
      records = null;
    }
  }

  private static boolean isPcap(int magic) {
    return magic == PcapRecords.MICROSECONDS || magic == PcapRecords.NANOSECONDS;
  }

  /// Opens a file, to stand before its first packet: packed by gzip or not, or a pipe.
  ///
  /// @throws IOException when there is no such file or it cannot be read; not for what it holds
  public static CaptureReader open(Path file) throws IOException {
    return open(file, () -> {});
  }

  /// Opens a file as [#open(Path)] does.
  ///
  /// @param beforeReading called each time before it may take long until the next packet comes: of
  ///   a pipe only
  /// @throws IOException when there is no such file or it cannot be read; not for what it holds
  public static CaptureReader open(Path file, Runnable beforeReading) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + " is a directory");
    }
    if (Files.isRegularFile(file) && !Gzip.isPacked(file)) {
      return new CaptureReader(new MappedBytes(file));
    }
    return of(Files.newInputStream(file), beforeReading);
  }

  /// Reads a capture that is in memory.
  public static CaptureReader of(MemorySegment capture) {
    return new CaptureReader(new MappedBytes(capture));
  }

  /// Reads a capture that comes from elsewhere, packed by gzip or not.
  ///
  /// @param stream is closed with the reader, or where it cannot be read
  /// @param beforeReading called each time before it may take long until more comes
  /// @throws IOException when it cannot be read; not for what it holds
  public static CaptureReader of(InputStream stream, Runnable beforeReading) throws IOException {
    try {
      return new CaptureReader(new StreamedBytes(Gzip.unpacked(stream), beforeReading));
    } catch (IOException e) {
      stream.close();
      throw e;
    }
  }

  /// Returns the format of the file, by its first bytes. One of unknown format has no packets.
  public Format format() {
    return format;
  }

  /// Goes on to the next packet.
  ///
  /// @return false at the end
  /// @throws java.io.UncheckedIOException when the file cannot be mapped into memory
  public boolean next() {
    if (records == null) {
      return false;
    }
    if (!records.next()) {
      noteFailure(records);
      return false;
    }
    frame++;
    return true;
  }

  private void noteFailure(CaptureRecords of) {
    String failure = bytes.failure();
    if (failure != null && !isFailureNoted) {
      of.damaged(bytes.size(), "reading ended: " + failure, "more");
    }
    isFailureNoted = true;
  }

  /// Goes on to the packet of that number.
  ///
  /// @return false when there is none: the current one is after it already, or the file ends
  /// @throws java.io.UncheckedIOException when the file cannot be mapped into memory
  public boolean skipTo(long wanted) {
    while (frame < wanted) {
      if (!next()) {
        return false;
      }
    }
    return frame == wanted && frame > 0;
  }

  /// The current packet's number, from 1.
  public long frame() {
    return frame;
  }

  /// Whether it says when the packet was captured: a simple packet block does not.
  public boolean hasTime() {
    return current().hasTime;
  }

  /// When the packet was captured, in nanoseconds since 1970; 0 if that is not known.
  public long nanos() {
    return current().nanos;
  }

  /// Returns the link type of the packet, as tcpdump.org numbers it: [#ETHERNET], [#ERF],
  /// [#INFINIBAND] or another.
  public int linkType() {
    return current().linkType;
  }

  /// Returns the memory that holds the packet, and others; valid until [#next].
  public MemorySegment segment() {
    return bytes.window();
  }

  /// Where the packet starts in [#segment], in bytes.
  public long offset() {
    return bytes.inWindow(current().offset);
  }

  /// How many bytes of the packet there are.
  public int captured() {
    return current().captured;
  }

  /// How many bytes the packet had on the wire.
  public long original() {
    return current().original;
  }

  /// The packet's bytes alone, valid until [#next].
  public MemorySegment packet() {
    return segment().asSlice(offset(), captured());
  }

  /// Where the packet starts in the file, in bytes.
  public long fileOffset() {
    return current().offset;
  }

  /// Whether the capture says that the packet was received; false where it was sent, or where that
  /// is not known.
  public boolean isReceived() {
    return current().isReceived();
  }

  /// The packet's comment; several are separated by line ends; null if there is none.
  public @Nullable String comment() {
    return current().comment();
  }

  /// Where the packet's comment starts in [#segment], in bytes: of one that has a single comment;
  /// else -1.
  public long commentOffset() {
    return current().findComment() ? bytes.inWindow(current().commentAt) : -1;
  }

  /// Length of the packet's single comment, in bytes of UTF-8; valid when there is a
  /// [#commentOffset].
  public int commentBytes() {
    return current().commentBytes;
  }

  /// Returns the damages found so far: the first 16.
  public List<Damage> damages() {
    return records == null ? List.of() : records.damages();
  }

  /// How many damages were found so far.
  public long damageCount() {
    return records == null ? 0 : records.damageCount();
  }

  /// Length of the file, in bytes, unpacked; of a stream, as far as it was read.
  public long fileBytes() {
    return bytes.size();
  }

  private CaptureRecords current() {
    if (records == null || frame == 0) {
      throw new IllegalStateException("not on a packet");
    }
    return records;
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
