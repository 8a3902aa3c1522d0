package org.ibassay.link.capture;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Adds to the comments of a capture by what its packets were judged, which is known only after
/// they were written. It knows no other captures than those of [PcapNgWriter].
final class JudgedCapture {
  private static final int HEADER_BYTES = 8;
  private static final int OPTION_BYTES = 4;
  private static final int FLAGS_BYTES = 8;

  private final Judgements judgements;
  private long frame;

  private JudgedCapture(Judgements judgements) {
    this.judgements = judgements;
  }

  /// Puts the new file into the place of the old one when it is whole.
  static void replace(Path file, Judgements judgements) throws IOException {
    Path judged = file.resolveSibling(file.getFileName() + ".new");
    try {
      new JudgedCapture(judgements).copy(file, judged);
      Files.move(judged, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(judged);
    }
  }

  private void copy(Path from, Path to) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(from), 1 << 16);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16)) {
      byte[] header = new byte[HEADER_BYTES];
      while (in.readNBytes(header, 0, HEADER_BYTES) == HEADER_BYTES) {
        int length = littleEndian(header).getInt(4);
        byte[] block = new byte[length];
        System.arraycopy(header, 0, block, 0, HEADER_BYTES);
        in.readNBytes(block, HEADER_BYTES, length - HEADER_BYTES);
        write(block, out);
      }
    }
  }

  private void write(byte[] block, OutputStream out) throws IOException {
    boolean isPacket = littleEndian(block).getInt(0) == PcapNgWriter.ENHANCED_PACKET;
    byte[] more = isPacket ? judgements.text(++frame) : null;
    out.write(more == null ? block : with(block, more));
  }

  /// A packet has the option of its flags, mostly a comment, and the end of options.
  private static byte[] with(byte[] block, byte[] more) {
    ByteBuffer old = littleEndian(block);
    int flags = PcapNgWriter.EPB_HEADER_BYTES + padded(old.getInt(20));
    int comment = flags + FLAGS_BYTES;
    boolean hasComment = old.getShort(comment) == PcapNgWriter.OPT_COMMENT;
    int had = hasComment ? Short.toUnsignedInt(old.getShort(comment + 2)) : 0;
    byte[] text = new byte[had + more.length];
    System.arraycopy(block, comment + OPTION_BYTES, text, 0, had);
    System.arraycopy(more, 0, text, had, more.length);
    int kept = PcapNgWriter.cut(text);
    int length = comment + OPTION_BYTES + padded(kept) + OPTION_BYTES + 4;
    byte[] bytes = new byte[length];
    ByteBuffer judged = littleEndian(bytes);
    judged.put(block, 0, comment).putInt(4, length);
    judged.putShort((short) PcapNgWriter.OPT_COMMENT).putShort((short) kept).put(text, 0, kept);
    judged.putInt(length - 4, length);
    return bytes;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int padded(int bytes) {
    return (bytes + 3) & ~3;
  }
}
