package org.ibassay.results.pack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.ibassay.runner.report.SuiteDigest;

/// Reads a pack as a zip file, strictly in the form that [PackWriter] writes. Deviations that
/// libraries tolerate, such as bytes between entries, would let two readers see different contents.
final class PackZip implements Closeable {
  private static final int END = 22;
  private static final int DIRECTORY = 46;
  private static final int LOCAL = 30;
  private static final int DESCRIPTOR = 16;
  private static final int END_SIGNATURE = 0x06054b50;
  private static final int DIRECTORY_SIGNATURE = 0x02014b50;
  private static final int LOCAL_SIGNATURE = 0x04034b50;
  private static final int DEFLATED = 8;
  private static final int LARGEST_TAIL = 1 << 16;
  private static final int LARGEST_DIRECTORY = 1 << 23;

  /// Limit of all results that a check reads together.
  private static final long MOST_READ = 512L << 20;

  private static final int BLOCK = 1 << 16;

  /// The contents of an entry.
  ///
  /// @param digest SHA-256
  /// @param bytes empty if the check does not read them
  @SuppressWarnings(
      "ArrayRecordComponent") // nobody compares contents, and nobody writes to the bytes
  record Content(String digest, byte[] bytes) {}

  private record Entry(PackEntry of, long data, long packed, long size, int crc) {}

  private final FileChannel channel;
  private final List<String> defects = new ArrayList<>();
  private final Map<PackEntry, Entry> entries = new LinkedHashMap<>();
  private long read;

  private PackZip(FileChannel channel) {
    this.channel = channel;
  }

  /// Opens a pack.
  ///
  /// @throws PackException if it is not a zip file, or so damaged that entries cannot be listed
  static PackZip open(Path file) throws PackException {
    try {
      PackZip zip = new PackZip(FileChannel.open(file, StandardOpenOption.READ));
      try {
        zip.readDirectory();
        return zip;
      } catch (IOException | PackException e) {
        zip.close();
        throw e;
      }
    } catch (EOFException e) {
      throw new PackException(file + ": is no pack: its directory points beyond its end");
    } catch (IOException e) {
      throw new PackException(file + ": cannot be read: " + e);
    } catch (PackException e) {
      throw new PackException(file + ": is no pack: " + e.getMessage());
    }
  }

  private void readDirectory() throws IOException, PackException {
    long end = findEnd();
    ByteBuffer tail = bytes(end, END);
    int count = Short.toUnsignedInt(tail.getShort(10));
    long length = Integer.toUnsignedLong(tail.getInt(12));
    long start = Integer.toUnsignedLong(tail.getInt(16));
    if (length > LARGEST_DIRECTORY) {
      throw new PackException("its directory is larger than that of any pack");
    }
    if (start + length != end || Short.toUnsignedInt(tail.getShort(8)) != count) {
      throw new PackException("its directory is damaged");
    }
    if (channel.size() > end + END) {
      defects.add((channel.size() - end - END) + " bytes follow the end of the zip file");
    }
    ByteBuffer directory = bytes(start, (int) length);
    long next = 0;
    for (int i = 0; i < count; i++) {
      next = readEntry(directory, next);
    }
    if (next != start || directory.hasRemaining()) {
      defects.add("bytes are hidden between the entries and their directory");
    }
  }

  /// Finds the last possible end record.
  private long findEnd() throws IOException, PackException {
    long size = channel.size();
    int length = (int) Math.min(size, LARGEST_TAIL);
    ByteBuffer tail = bytes(size - length, length);
    for (int at = length - END; at >= 0; at--) {
      if (tail.getInt(at) == END_SIGNATURE) {
        return size - length + at;
      }
    }
    throw new PackException("it is no zip file, or is cut off");
  }

  /// @param expected offset of the entry in a pack
  /// @return offset of the next entry
  private long readEntry(ByteBuffer directory, long expected) throws IOException, PackException {
    if (directory.remaining() < DIRECTORY
        || directory.getInt(directory.position()) != DIRECTORY_SIGNATURE) {
      throw new PackException("its directory is damaged");
    }
    ByteBuffer head = directory.slice(directory.position(), DIRECTORY).order(directory.order());
    int nameLength = Short.toUnsignedInt(head.getShort(28));
    int others = Short.toUnsignedInt(head.getShort(30)) + Short.toUnsignedInt(head.getShort(32));
    directory.position(directory.position() + DIRECTORY);
    if (directory.remaining() < nameLength + others) {
      throw new PackException("its directory is damaged");
    }
    byte[] name = new byte[nameLength];
    directory.get(name);
    directory.position(directory.position() + others);
    long packed = Integer.toUnsignedLong(head.getInt(20));
    long offset = Integer.toUnsignedLong(head.getInt(42));
    String shown = shown(name);
    ByteBuffer local = bytes(offset, LOCAL + nameLength);
    boolean isOurs =
        head.getShort(10) == DEFLATED
            && (head.getShort(8) & 0xF7FF) == 8
            && others == 0
            && local.getShort(28) == 0
            && local.getInt(0) == LOCAL_SIGNATURE
            && Short.toUnsignedInt(local.getShort(26)) == nameLength
            && local.slice(LOCAL, nameLength).equals(ByteBuffer.wrap(name))
            && local.getLong(6) == head.getLong(8);
    if (!isOurs) {
      defects.add("entry %s is not written as ibassay pack writes it".formatted(shown));
    } else if (offset != expected) {
      defects.add("bytes are hidden before entry " + shown);
    }
    long data = offset + LOCAL + nameLength;
    keep(name, shown, new long[] {data, packed, Integer.toUnsignedLong(head.getInt(24))}, head);
    return data + packed + DESCRIPTOR;
  }

  private void keep(byte[] name, String shown, long[] place, ByteBuffer head) {
    PackEntry of = PackEntry.of(new String(name, UTF_8)).orElse(null);
    if (of == null) {
      String what = shown.contains("..") || shown.startsWith("/") ? ", and leads out of it" : "";
      defects.add("entry %s is none of a pack%s".formatted(shown, what));
    } else if (entries.containsKey(of)) {
      defects.add("entry %s occurs twice".formatted(shown));
    } else if (place[2] > of.file().limit()) {
      defects.add(
          "%s would be %d bytes, more than any pack has: not unpacked".formatted(shown, place[2]));
    } else if (of.file().isRead() && (read += place[2]) > MOST_READ) {
      defects.add(shown + " is not unpacked: the results of all devices have more than 512 MiB");
    } else {
      entries.put(of, new Entry(of, place[0], place[1], place[2], head.getInt(16)));
    }
  }

  private static String shown(byte[] name) {
    String text = new String(name, UTF_8).replaceAll("[^\\x21-\\x7e]", "?");
    return text.length() <= 60 ? text : text.substring(0, 60) + "...";
  }

  /// Returns the defects of the zip file found so far.
  List<String> defects() {
    return List.copyOf(defects);
  }

  /// Returns all entries, unpacked; a damaged one is reported as a defect and omitted.
  Map<PackEntry, Content> contents() throws IOException {
    Map<PackEntry, Content> contents = new LinkedHashMap<>();
    for (Entry entry : entries.values()) {
      String wrong = unpack(entry, contents);
      if (!wrong.isEmpty()) {
        defects.add(entry.of.name() + " is damaged: " + wrong);
      }
    }
    return contents;
  }

  /// @return the defect; empty if there is none
  private String unpack(Entry entry, Map<PackEntry, Content> contents) throws IOException {
    MessageDigest digest = SuiteDigest.sha256();
    CRC32 crc = new CRC32();
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    try (Inflater inflater = new Inflater(true)) {
      byte[] block = new byte[BLOCK];
      while (!inflater.finished()) {
        if (inflater.needsInput()) {
          long left = entry.packed - inflater.getBytesRead();
          if (left <= 0) {
            return "it is cut off";
          }
          inflater.setInput(
              bytes(entry.data + inflater.getBytesRead(), (int) Math.min(left, BLOCK)));
        }
        int length = inflater.inflate(block);
        if (inflater.getBytesWritten() > entry.size || inflater.needsDictionary()) {
          return "it unpacks to more than the %d bytes that its directory states"
              .formatted(entry.size);
        }
        digest.update(block, 0, length);
        crc.update(block, 0, length);
        if (entry.of.file().isRead()) {
          kept.write(block, 0, length);
        }
      }
      if (inflater.getBytesWritten() != entry.size || inflater.getBytesRead() != entry.packed) {
        return "its length differs from the one in the directory";
      }
    } catch (DataFormatException e) {
      return "it cannot be unpacked";
    } catch (EOFException e) {
      return "it is cut off";
    }
    if ((int) crc.getValue() != entry.crc) {
      return "its checksum is wrong";
    }
    contents.put(
        entry.of, new Content(HexFormat.of().formatHex(digest.digest()), kept.toByteArray()));
    return "";
  }

  private ByteBuffer bytes(long from, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, from + buffer.position()) < 0) {
        throw new EOFException();
      }
    }
    return buffer.flip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
