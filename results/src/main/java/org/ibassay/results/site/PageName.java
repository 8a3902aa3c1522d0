package org.ibassay.results.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.ibassay.runner.report.SuiteDigest;

/// The file name of the page of a device or an assertion.
final class PageName {
  private static final int LONGEST = 60;
  private static final int HASHED = 10;

  private PageName() {}

  /// Keeps letters, digits and hyphens, and appends a part of the SHA-256 if anything was lost:
  /// different names have different files, even if a file system ignores case.
  static String of(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9_]+", "-");
    plain = plain.substring(0, Math.min(plain.length(), LONGEST));
    return name.matches("[a-z0-9][a-z0-9-]*") && plain.equals(name)
        ? name + ".html"
        : plain + "-" + SuiteDigest.of(name.getBytes(UTF_8)).substring(0, HASHED) + ".html";
  }
}
