package org.ibassay.link.capture;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.ibassay.link.Judgement;
import org.ibassay.link.Label;
import org.jspecify.annotations.Nullable;

/// Holds back the latest packets of a capture, because their comments name the steps that judged
/// them, which happens a few packets later.
///
/// Packets that are held are written to the file, too, after all final ones; each further write
/// replaces them. Since comments only grow, no old bytes remain. If the tester is killed, only
/// packets after the last write are missing.
///
/// Once the file has reached a size limit, a packet is left out unless it is one of the first of
/// its label, proves a failure, or directly precedes one that does.
final class HeldPackets implements Closeable {
  /// More than is sent and received before the first of it is judged.
  private static final int HELD_BYTES = 1 << 17;

  private static final int BYTES_A_WRITE = 1 << 16;
  private static final int BYTES = HELD_BYTES + BYTES_A_WRITE;

  /// How many packets before one that proves a failure are kept.
  private static final int BEFORE_PROOF = 32;

  /// Length of an enhanced packet block before the packet, in bytes.
  static final int HEADER_BYTES = 28;

  /// Number of writes after which comments are forgotten.
  private static final int WRITES_A_COMMENT = 32;

  private static final int OPT_END = 0;
  private static final int OPT_COMMENT = 1;
  private static final int OPTION_BYTES = 4;
  private static final int TRAILER_BYTES = 4;

  private final RandomAccessFile file;
  private final long limit;
  private boolean isFull;
  private long settledBytes;
  private final KeptFrames settledFrames;

  /// Comments of the latest labels. Each test creates its own labels, so old ones are of no use.
  private final Map<Label, Comment> comments = new HashMap<>();

  private int writesSinceForgotten;
  private final byte[] bytes;

  /// Offset of each held packet, and of the next one.
  private final int[] starts = new int[BYTES / HEADER_BYTES + 2];

  private final Comment[] commentOf = new Comment[starts.length];
  private final boolean[] isKept = new boolean[starts.length];
  private int held;

  /// Packets before this one are final: kept or left out.
  private int decided;

  /// Offset up to which the held bytes have been written.
  private int written;

  private final byte[] out = new byte[BYTES];
  private int outUsed;

  private @Nullable IOException failure;
  private long whole;

  /// Creates a file, replacing an existing one.
  ///
  /// @param mostBytes length of the longest block without its comment and what follows that
  /// @param limit size of the file, in bytes, after which packets are left out
  /// @param isOfMany as in [KeptFrames]
  HeldPackets(Path path, int mostBytes, long limit, boolean isOfMany) throws IOException {
    this.limit = limit;
    settledFrames = new KeptFrames(isOfMany);
    bytes = new byte[BYTES + mostBytes];
    // A channel would be closed if its thread is interrupted.
    file = new RandomAccessFile(path.toFile(), "rw");
    if (file.length() > 0) {
      file.setLength(0);
    }
  }

  /// The buffer, with room for one packet from [#next] on.
  byte[] bytes() {
    return bytes;
  }

  /// Offset for the next packet.
  int next() {
    return starts[held];
  }

  /// Makes room for one more packet.
  void makeRoom() {
    if (next() - written >= BYTES_A_WRITE) {
      int first = 0;
      while (next() - starts[first] > HELD_BYTES) {
        first++;
      }
      write(first);
    }
  }

  /// Adds the packet that was put at [#next].
  ///
  /// @param end end of its block, without the comment and what follows that
  /// @return its number among all packets, from 1
  long add(int end, Label label) {
    commentOf[held] = comments.computeIfAbsent(label, Comment::new);
    isFull |= settledBytes + end > limit;
    isKept[held] = !isFull || settledFrames.isAmongFirst(label);
    starts[++held] = end;
    return settledFrames.offered() + held;
  }

  /// Records that a packet was judged; ignored if it is no longer held.
  void judged(long packet, Judgement by) {
    int at = held(packet);
    if (at >= 0) {
      commentOf[at] = commentOf[at].with(by);
    }
  }

  /// Keeps a packet that proves a failure, the packets before it, and all since.
  ///
  /// @return its number in the file; 0 if it was left out
  long proof(long packet) {
    int at = held(packet);
    if (at < 0) {
      return settledFrames.number(packet);
    }
    if (!isKept[at] && (at < decided || !settledFrames.isProof(commentOf[at].label()))) {
      return 0;
    }
    if (at >= decided) {
      Arrays.fill(isKept, Math.max(at - BEFORE_PROOF, decided), held, true);
      decided = held;
    }
    long number = settledFrames.kept();
    for (int i = 0; i <= at; i++) {
      number += isKept[i] ? 1 : 0;
    }
    return number;
  }

  /// Returns the index of a held packet; -1 if it is no longer held.
  private int held(long packet) {
    long at = packet - settledFrames.offered() - 1;
    return at >= 0 && at < held ? (int) at : -1;
  }

  /// Returns which packets are in the file, after it is closed.
  KeptFrames frames() {
    return settledFrames;
  }

  /// Writes a block that is no packet; finalizes all packets before it.
  void write(byte[] block) {
    write(held);
    trying(() -> file.write(block));
    settledBytes += block.length;
  }

  /// Writes all held packets.
  ///
  /// @param settled number of packets that become final
  private void write(int settled) {
    trying(() -> {
      file.seek(settledBytes);
      for (int i = 0; i < held; i++) {
        finish(i);
      }
      writeOut();
    });
    for (int i = 0; i < settled; i++) {
      settledBytes += finishedBytes(i);
      settledFrames.add(commentOf[i].label(), isKept[i]);
    }
    forget(settled);
    written = next();
  }

  private void forget(int settled) {
    int from = starts[settled];
    System.arraycopy(bytes, from, bytes, 0, next() - from);
    held -= settled;
    decided = Math.max(0, decided - settled);
    System.arraycopy(commentOf, settled, commentOf, 0, held);
    System.arraycopy(isKept, settled, isKept, 0, held);
    for (int i = 0; i <= held; i++) {
      starts[i] = starts[i + settled] - from;
    }
    if (++writesSinceForgotten == WRITES_A_COMMENT) {
      writesSinceForgotten = 0;
      comments.clear();
    }
  }

  /// The length of the finished block; 0 for a packet that is left out.
  private int finishedBytes(int packet) {
    if (!isKept[packet]) {
      return 0;
    }
    int comment = commentOf[packet].utf8().length;
    int option = comment == 0 ? 0 : OPTION_BYTES + padded(comment);
    return starts[packet + 1] - starts[packet] + option + OPTION_BYTES + TRAILER_BYTES;
  }

  private void finish(int packet) throws IOException {
    int length = finishedBytes(packet);
    if (length == 0) {
      return;
    }
    if (outUsed + length > out.length) {
      writeOut();
    }
    int unfinished = starts[packet + 1] - starts[packet];
    System.arraycopy(bytes, starts[packet], out, outUsed, unfinished);
    putInt(out, outUsed + 4, length);
    int at = comment(commentOf[packet].utf8(), outUsed + unfinished);
    putInt(out, at, OPT_END);
    putInt(out, at + OPTION_BYTES, length);
    outUsed += length;
  }

  private int comment(byte[] utf8, int at) {
    if (utf8.length == 0) {
      return at;
    }
    int text = at + OPTION_BYTES;
    int end = text + padded(utf8.length);
    putInt(out, end - 4, 0);
    putInt(out, at, utf8.length << 16 | OPT_COMMENT);
    System.arraycopy(utf8, 0, out, text, utf8.length);
    return end;
  }

  private void writeOut() throws IOException {
    file.write(out, 0, outUsed);
    outUsed = 0;
  }

  private interface WriteAction {
    void run() throws IOException;
  }

  /// Writes unless an earlier write has failed.
  private void trying(WriteAction writing) {
    if (failure == null) {
      try {
        writing.run();
      } catch (IOException e) {
        failed(e);
      }
    }
  }

  private void failed(IOException e) {
    if (failure == null) {
      failure = e;
      cutToWhole();
    }
  }

  /// Truncates the file to whole packets.
  private void cutToWhole() {
    long end = settledBytes;
    int count = 0;
    try {
      long length = file.length();
      for (int i = 0; i < held && end + finishedBytes(i) <= length; i++) {
        end += finishedBytes(i);
        count += isKept[i] ? 1 : 0;
      }
      if (end < length) {
        file.setLength(end);
      }
    } catch (IOException e) {
      // The file ends within a packet; a reader reports that.
    }
    whole = settledFrames.kept() + count;
  }

  /// Why the file could not be written, or null.
  @Nullable IOException failure() {
    return failure;
  }

  /// Number of packets in the file when a write failed.
  long whole() {
    return whole;
  }

  /// Writes the held packets and closes the file.
  @Override
  public void close() {
    write(held);
    try {
      file.close();
    } catch (IOException e) {
      failed(e);
    }
  }

  /// Blocks and options are padded with zeros to four bytes.
  static int padded(int bytes) {
    return (bytes + 3) & ~3;
  }

  /// Writes little-endian, the byte order that the file's first block declares.
  static void putInt(byte[] to, int at, int value) {
    to[at] = (byte) value;
    to[at + 1] = (byte) (value >> 8);
    to[at + 2] = (byte) (value >> 16);
    to[at + 3] = (byte) (value >> 24);
  }
}
