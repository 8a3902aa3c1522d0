package org.ibassay.runner.html;

import java.util.List;

/// Where the results in a report of many devices are from.
///
/// @param tester program and machine that wrote the report
/// @param command its command line
/// @param suite the suite that made the results
/// @param leftOut what was left out at the user's request, as sentences
public record ReportSource(String tester, String command, String suite, List<String> leftOut) {
  /// Copies the list.
  public ReportSource {
    leftOut = List.copyOf(leftOut);
  }
}
