package org.ibassay.pages;

import java.util.List;
import java.util.Optional;

/// The bullets before the abstract.
enum PageField {
  SECTION("Section"),
  COVERAGE("Coverage"),
  TOPOLOGY("Topology"),
  QUALIFIERS("DUT qualifiers"),
  ASSERTIONS("Assertions"),
  /// Only of tests with the parameter PROFILE.
  LEFT_OUT("PROFILE=short leaves out");

  private final String written;

  PageField(String written) {
    this.written = written;
  }

  static Optional<PageField> of(String written) {
    return List.of(values()).stream().filter(k -> k.written.equals(written)).findFirst();
  }

  @Override
  public String toString() {
    return written;
  }
}
