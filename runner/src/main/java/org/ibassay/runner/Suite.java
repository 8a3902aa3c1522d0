package org.ibassay.runner;

import java.util.List;
import java.util.function.Function;
import org.ibassay.suite.ExecutableTest;
import org.ibassay.suite.Page;

/// The tests to choose from.
///
/// @param pages one per test
/// @param maker creates a test from its page
public record Suite(List<Page> pages, Function<Page, ExecutableTest> maker) {
  /// Copies the list.
  public Suite {
    pages = List.copyOf(pages);
  }
}
