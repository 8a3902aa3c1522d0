package org.ibassay.results.pack;

/// Makes untrusted text safe for a terminal.
final class PlainText {
  private static final int MOST = 200;

  private PlainText() {}

  static String of(String text) {
    String plain = text.replaceAll("\\p{Cntrl}", "?");
    return plain.length() <= MOST ? plain : plain.substring(0, MOST) + "...";
  }
}
