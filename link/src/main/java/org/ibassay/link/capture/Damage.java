package org.ibassay.link.capture;

/// An error in the contents of a capture.
///
/// @param offset position in bytes from the start of the file
/// @param found what was found
/// @param expected what was expected
public record Damage(long offset, String found, String expected) {
  @Override
  public String toString() {
    return "at byte " + offset + ": " + found + "; expected " + expected;
  }
}
