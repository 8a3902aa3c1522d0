package org.ibassay.runner;

import java.util.List;
import java.util.function.Function;
import org.ibassay.suite.ExecutableTest;
import org.ibassay.suite.Page;

/// The tests that there are.
///
/// @param pages one a test
/// @param maker makes a test anew from its page
public record Suite(List<Page> pages, Function<Page, ExecutableTest> maker) {
  /// Keeps a copy.
  public Suite {
    pages = List.copyOf(pages);
  }
}
