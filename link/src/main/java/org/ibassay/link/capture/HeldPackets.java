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

/// The packets of a capture received last, held back: by what a packet was judged is known only a
/// few packets later, and stands in its comment.
///
/// After what is settled the file has them all the same, as far as they were known when it was last
/// written. Each further write puts them there anew: comments only grow, so nothing old is left
/// behind. Whoever kills the tester finds all but what was received after the last write.
///
/// Once the file has grown to a limit, a packet is left out unless it is one of the first of its
/// label, or proves a failure, or was received right before one that does.
final class HeldPackets implements Closeable {
  /// More than is sent and received before the first of it is judged.
  private static final int HELD_BYTES = 1 << 16;

  private static final int BYTES_A_WRITE = 1 << 16;
  private static final int BYTES = HELD_BYTES + BYTES_A_WRITE;

  /// How many packets before one that proves a failure are kept with it.
  private static final int BEFORE_PROOF = 32;

  /// Bytes of an enhanced packet block before its packet.
  static final int HEADER_BYTES = 28;

  private static final int OPT_END = 0;
  private static final int OPT_COMMENT = 1;
  private static final int OPTION_BYTES = 4;
  private static final int TRAILER_BYTES = 4;

  private final RandomAccessFile file;
  private final long limit;
  private boolean isFull;
  private long settledBytes;
  private final KeptFrames settledFrames = new KeptFrames();

  private final Map<Label, Comment> comments = new HashMap<>();
  private final byte[] bytes;

  /// Where each packet that is held starts, and where the next one goes.
  private final int[] starts = new int[BYTES / HEADER_BYTES + 2];

  private final Comment[] commentOf = new Comment[starts.length];
  private final boolean[] isKept = new boolean[starts.length];
  private int held;

  /// Of the packets before this one, those that are not kept are left out for good.
  private int decided;

  /// Up to here the held bytes have been written.
  private int written;

  private final byte[] out = new byte[BYTES];
  private int outUsed;

  private @Nullable IOException failure;
  private long whole;

  /// Starts a file, in place of one that may be there.
  ///
  /// @param mostBytes of a packet's block without its comment and what follows that
  /// @param limit bytes of the file from which on packets are left out
  HeldPackets(Path path, int mostBytes, long limit) throws IOException {
    this.limit = limit;
    bytes = new byte[BYTES + mostBytes];
    // A channel would be closed when its thread is interrupted.
    file = new RandomAccessFile(path.toFile(), "rw");
    if (file.length() > 0) {
      file.setLength(0);
    }
  }

  /// Holds the packets; from [#next] on there is room for one.
  byte[] bytes() {
    return bytes;
  }

  /// Where the next packet goes.
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

  /// Takes the packet that was put at [#next].
  ///
  /// @param end of its block, but for the comment and what follows that
  /// @return its number among those taken, from 1
  long add(int end, Label label) {
    commentOf[held] = comments.computeIfAbsent(label, Comment::new);
    isFull |= settledBytes + end > limit;
    isKept[held] = !isFull || settledFrames.isAmongFirst(label);
    starts[++held] = end;
    return settledFrames.offered() + held;
  }

  /// A packet was judged. What is not held any more stays as it is.
  void judged(long packet, Judgement by) {
    int at = held(packet);
    if (at >= 0) {
      commentOf[at] = commentOf[at].with(by);
    }
  }

  /// Keeps a packet that proves a failure, with those before it and all that came since.
  ///
  /// @return its number in the file; 0 where it is left out
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

  /// Where a packet is held; -1 where it is not.
  private int held(long packet) {
    long at = packet - settledFrames.offered() - 1;
    return at >= 0 && at < held ? (int) at : -1;
  }

  /// Which packets are in the file, once it is closed.
  KeptFrames frames() {
    return settledFrames;
  }

  /// Writes a block that is no packet; all packets before it are settled.
  void write(byte[] block) {
    write(held);
    trying(() -> file.write(block));
    settledBytes += block.length;
  }

  /// Writes all packets that are held.
  ///
  /// @param settled how many of them no longer are
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
  }

  /// Nothing where a packet is left out.
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

  /// After a failed write nothing more is written.
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

  /// Leaves the packets that are in the file whole.
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

  /// How many packets are in the file when it could not be written.
  long whole() {
    return whole;
  }

  /// Writes what is held, and closes the file.
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

  /// pcapng is written in the byte order that the file's first block declares: the little-endian.
  static void putInt(byte[] to, int at, int value) {
    to[at] = (byte) value;
    to[at + 1] = (byte) (value >> 8);
    to[at + 2] = (byte) (value >> 16);
    to[at + 3] = (byte) (value >> 24);
  }
}
