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
/// The contents of a file never cause an exception: what can be read is read, and damages are
/// listed. A file is mapped into memory in windows, so it may be larger than memory; a stream or
/// gzip file is read sequentially, and blocks longer than 32 MiB count as damaged there. Reading a
/// packet allocates no memory. Confined to one thread at a time.
public final class CaptureReader implements Closeable {
  /// Link type of Ethernet frames.
  public static final int ETHERNET = 1;

  /// Link type of ERF records.
  public static final int ERF = 197;

  /// Link type of InfiniBand packets, from the LRH on.
  public static final int INFINIBAND = 247;

  /// The highest number of bytes captured of a packet.
  public static final int MAX_CAPTURED = CaptureRecords.MAX_CAPTURED;

  /// A file's format.
  public enum Format {
    PCAP,
    PCAPNG,
    /// Not a capture.
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

  /// Opens a file, compressed with gzip or not, or a pipe. The reader is positioned before the
  /// first packet.
  ///
  /// @throws IOException if the file does not exist or cannot be read; not because of its contents
  public static CaptureReader open(Path file) throws IOException {
    return open(file, () -> {});
  }

  /// Opens a file as [#open(Path)] does.
  ///
  /// @param beforeReading called whenever the next packet may take long to arrive; pipes only
  /// @throws IOException if the file does not exist or cannot be read; not because of its contents
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

  /// Reads a capture from a stream, compressed with gzip or not.
  ///
  /// @param stream closed with the reader, or if it cannot be read
  /// @param beforeReading called whenever more data may take long to arrive
  /// @throws IOException if it cannot be read; not because of its contents
  public static CaptureReader of(InputStream stream, Runnable beforeReading) throws IOException {
    try {
      return new CaptureReader(new StreamedBytes(Gzip.unpacked(stream), beforeReading));
    } catch (IOException e) {
      stream.close();
      throw e;
    }
  }

  /// Returns the format, determined by the first bytes. A file of unknown format has no packets.
  public Format format() {
    return format;
  }

  /// Advances to the next packet.
  ///
  /// @return false at the end
  /// @throws java.io.UncheckedIOException if the file cannot be mapped into memory
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

  /// Advances to the packet with that number.
  ///
  /// @return false if the current packet is already after it, or the file ends before it
  /// @throws java.io.UncheckedIOException if the file cannot be mapped into memory
  public boolean skipTo(long wanted) {
    while (frame < wanted) {
      if (!next()) {
        return false;
      }
    }
    return frame == wanted && frame > 0;
  }

  /// Returns the current packet's number, from 1.
  public long frame() {
    return frame;
  }

  /// Whether the packet has a time: a simple packet block does not.
  public boolean hasTime() {
    return current().hasTime;
  }

  /// Returns the time of capture in nanoseconds since 1970; 0 if unknown.
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

  /// Returns the offset of the packet in [#segment], in bytes.
  public long offset() {
    return bytes.inWindow(current().offset);
  }

  /// Returns the number of bytes captured.
  public int captured() {
    return current().captured;
  }

  /// Returns the packet's length on the wire, in bytes.
  public long original() {
    return current().original;
  }

  /// Returns only the packet's bytes, valid until [#next].
  public MemorySegment packet() {
    return segment().asSlice(offset(), captured());
  }

  /// Returns the offset of the packet in the file, in bytes.
  public long fileOffset() {
    return current().offset;
  }

  /// Whether the capture says that the packet was received; false if it was sent, or the direction
  /// is unknown.
  public boolean isReceived() {
    return current().isReceived();
  }

  /// Returns the packet's comment; several are separated by line feeds; null if there is none.
  public @Nullable String comment() {
    return current().comment();
  }

  /// Returns the offset of the packet's comment in [#segment], in bytes; -1 unless there is exactly
  /// one.
  public long commentOffset() {
    return current().findComment() ? bytes.inWindow(current().commentAt) : -1;
  }

  /// Returns the length of the packet's only comment, in bytes of UTF-8; valid if there is a
  /// [#commentOffset].
  public int commentBytes() {
    return current().commentBytes;
  }

  /// Returns the damages found so far: the first 16.
  public List<Damage> damages() {
    return records == null ? List.of() : records.damages();
  }

  /// Returns the number of damages found so far.
  public long damageCount() {
    return records == null ? 0 : records.damageCount();
  }

  /// Returns the uncompressed length of the file, in bytes; for a stream, of the part read so far.
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
