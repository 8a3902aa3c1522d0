package org.ibassay.runner;

import java.util.List;
import java.util.function.Function;
import org.ibassay.suite.Page;
import org.ibassay.suite.TestCase;

/// The tests that there are.
///
/// @param pages one a test
/// @param maker makes a test anew from its page
public record Suite(List<Page> pages, Function<Page, TestCase> maker) {
  /// Keeps a copy.
  public Suite {
    pages = List.copyOf(pages);
  }
}
