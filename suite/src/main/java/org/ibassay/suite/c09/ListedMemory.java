package org.ibassay.suite.c09;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Buffer.Piece;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutMemory;
import org.ibassay.suite.TestException;

/// A scatter/gather list in two regions of the DUT. Its entries are not adjacent, and in each
/// region later entries lie at lower addresses than earlier ones.
final class ListedMemory {
  private static final int REGIONS = 2;

  /// Bytes before, between, and after the entries; odd, so that no entry is aligned.
  private static final int GAP = 37;

  private final DutMemory memory;
  private final List<MemoryRegion> regions = new ArrayList<>();

  /// Content of each region after it was filled.
  private final List<byte[]> filled = new ArrayList<>();

  private List<Piece> pieces = List.of();

  ListedMemory(DutMemory memory) {
    this.memory = memory;
  }

  /// Registers memory for a list of these lengths and fills it.
  void register(List<Integer> lengths) throws TestException {
    int most = lengths.stream().mapToInt(Integer::intValue).sum();
    int bytes = 2 * most + (lengths.size() + 1) * GAP;
    regions.clear();
    filled.clear();
    for (int i = 0; i < REGIONS; i++) {
      MemoryRegion region = memory.register(AccessRights.LOCAL, bytes);
      byte[] content = new byte[bytes];
      for (int at = 0; at < bytes; at++) {
        content[at] = (byte) (((at + 1) * (i == 0 ? 0x1F : 0x2B)) >> 2);
      }
      memory.fill(region, content);
      regions.add(region);
      filled.add(content);
    }
    pieces = place(lengths, most + GAP);
  }

  private List<Piece> place(List<Integer> lengths, int end) {
    List<Piece> placed = new ArrayList<>();
    int[] free = {end + lengths.size() * GAP, end + lengths.size() * GAP};
    for (int i = 0; i < lengths.size(); i++) {
      int in = i % REGIONS;
      free[in] -= lengths.get(i) + GAP;
      placed.add(new Piece(regions.get(in), free[in], lengths.get(i)));
    }
    return placed;
  }

  Buffer buffer() {
    return new Buffer(pieces);
  }

  /// Returns the sum of the lengths, in bytes.
  int bytes() {
    return buffer().bytes();
  }

  /// Returns the content of the entries, one after another.
  byte[] content() {
    byte[] content = new byte[bytes()];
    int at = 0;
    for (Piece piece : pieces) {
      System.arraycopy(held(piece), (int) piece.at(), content, at, piece.bytes());
      at += piece.bytes();
    }
    return content;
  }

  private byte[] held(Piece piece) {
    return filled.get(regions.indexOf(piece.region()));
  }

  /// Verifies a message of which the first bytes are not known.
  ///
  /// @param skipped number of these bytes
  void verifyAfter(int skipped, byte[] rest) throws TestException {
    byte[] message = new byte[skipped + rest.length];
    int at = 0;
    for (Piece piece : pieces) {
      int count = Math.clamp(skipped - at, 0, piece.bytes());
      if (count > 0) {
        byte[] actual = memory.read(piece.region(), piece.at(), count);
        System.arraycopy(actual, 0, message, at, count);
        at += count;
      }
    }
    System.arraycopy(rest, 0, message, skipped, rest.length);
    verify(message);
  }

  /// Verifies that the entries hold a message that starts in the first one, and that all other
  /// bytes of the regions are unchanged.
  void verify(byte[] message) throws TestException {
    List<byte[]> expected = filled.stream().map(byte[]::clone).toList();
    int at = 0;
    for (Piece piece : pieces) {
      byte[] part = Arrays.copyOfRange(message, at, Math.min(message.length, at + piece.bytes()));
      byte[] into = expected.get(regions.indexOf(piece.region()));
      System.arraycopy(part, 0, into, (int) piece.at(), part.length);
      at += piece.bytes();
    }
    for (int i = 0; i < REGIONS; i++) {
      memory.verify(regions.get(i), 0, expected.get(i));
    }
  }
}
