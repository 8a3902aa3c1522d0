package org.ibassay.link;

import java.nio.charset.StandardCharsets;

/// What a packet is for: the comment that the capture writes beside it. Made once a step, used for
/// every packet of it.
public final class Label {
  /// No comment.
  public static final Label NONE = new Label("");

  private final String text;
  private final byte[] utf8;

  private Label(String text) {
    this.text = text;
    this.utf8 = text.getBytes(StandardCharsets.UTF_8);
  }

  /// @param text test, step and assertions
  public static Label of(String text) {
    return new Label(text);
  }

  /// The text as bytes; not to be changed.
  public byte[] utf8() {
    return utf8;
  }

  @Override
  public String toString() {
    return text;
  }
}
