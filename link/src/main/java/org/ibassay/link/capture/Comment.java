package org.ibassay.link.capture;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.ibassay.link.Judgement;
import org.ibassay.link.Label;

/// The comment of a packet in a capture: its purpose, and the checks that judged it. Made once, as
/// most packets are judged by the same as others are.
final class Comment {
  /// A longer one is cut, so that a packet has a bounded length.
  private static final int MAX_BYTES = 1024;

  private final Label label;
  private final List<Judgement> judgedBy;
  private final byte[] utf8;
  private final IdentityHashMap<Judgement, Comment> withMore = new IdentityHashMap<>();

  private Comment(Label label, List<Judgement> judgedBy) {
    this.label = label;
    this.judgedBy = judgedBy;
    String judged = String.join("; ", judgedBy.stream().map(Judgement::toString).toList());
    utf8 = cut(label + (judgedBy.isEmpty() ? "" : "; judged at " + judged));
  }

  /// The comment of a packet that is not yet judged.
  Comment(Label label) {
    this(label, List.of());
  }

  /// The comment of a packet that was judged by that as well.
  Comment with(Judgement by) {
    return withMore.computeIfAbsent(by, this::more);
  }

  private Comment more(Judgement by) {
    if (judgedBy.contains(by)) {
      return this;
    }
    List<Judgement> more = new ArrayList<>(judgedBy);
    more.add(by);
    return new Comment(label, more);
  }

  /// Cuts a text to [#MAX_BYTES] at most, but not within a character.
  private static byte[] cut(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(utf8.length, MAX_BYTES);
    while (length < utf8.length && (utf8[length] & 0xC0) == 0x80) {
      length--;
    }
    return Arrays.copyOf(utf8, length);
  }

  /// Returns the purpose of the packet.
  Label label() {
    return label;
  }

  /// Its text; not to be changed.
  byte[] utf8() {
    return utf8;
  }
}
