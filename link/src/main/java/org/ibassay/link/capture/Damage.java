package org.ibassay.link.capture;

/// Something in a capture that is not as it must be.
///
/// @param offset where, in bytes from the start of the file
/// @param found what is there
/// @param expected what should be there
public record Damage(long offset, String found, String expected) {
  @Override
  public String toString() {
    return "at byte " + offset + ": " + found + "; expected " + expected;
  }
}
