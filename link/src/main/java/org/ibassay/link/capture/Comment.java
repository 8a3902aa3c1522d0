package org.ibassay.link.capture;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.ibassay.link.Judgement;
import org.ibassay.link.Label;

/// The comment of a packet in a capture: its purpose, and the checks that judged it. Shared by all
/// packets with the same ones.
final class Comment {
  /// Longer comments are cut, to limit the length of a block.
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

  /// Creates the comment of a packet that has not been judged.
  Comment(Label label) {
    this(label, List.of());
  }

  /// Returns the comment of a packet that another step judged, too.
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

  /// Cuts a text to at most [#MAX_BYTES], at the end of a character.
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

  /// Returns its text, which must not be changed.
  byte[] utf8() {
    return utf8;
  }
}
