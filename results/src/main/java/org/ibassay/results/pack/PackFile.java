package org.ibassay.results.pack;

import java.util.Arrays;
import java.util.Optional;

/// The files of a pack, in their order.
enum PackFile {
  RESULTS("results.json", 64L << 20, true),
  REPORT("report.html", 512L << 20, true),
  JUNIT("junit.xml", 512L << 20, true),
  PROFILE("profile.properties", 1L << 20, false),
  ICS("device.ics.toml", 1L << 20, false),
  TRACE("trace.pcapng", 3L << 30, true),
  /// Data for a rejudgement, in addition to results and trace.
  RECORDING("rejudge.json", 64L << 20, false),
  /// The nodes of a run over a fabric, one line each.
  LINES("results.jsonl", 1L << 30, false),
  /// The nodes and links of a run over a fabric.
  TOPOLOGY("topology.txt", 256L << 20, false),
  /// The tests of the suite and the devices to which they apply; shows which are missing.
  SUITE("suite.json", 4L << 20, true),
  /// The signer's public key.
  KEY("public-key.pem", 4L << 10, false),
  /// Digests of all other files, and the outcome of the run.
  STATEMENT("statement.dsse.json", 16L << 20, true);

  private final String text;
  private final long limit;
  private final boolean isRequired;

  PackFile(String text, long limit, boolean isRequired) {
    this.text = text;
    this.limit = limit;
    this.isRequired = isRequired;
  }

  /// The name of the entry.
  String text() {
    return text;
  }

  /// The highest number of bytes.
  long limit() {
    return limit;
  }

  /// Whether every pack must have it. If devices have directories, the captures are in these.
  boolean isRequired() {
    return isRequired;
  }

  /// Whether a check reads its contents, which are short.
  boolean isRead() {
    return switch (this) {
      case RESULTS, PROFILE, ICS, SUITE, KEY, STATEMENT -> true;
      case REPORT, JUNIT, TRACE, RECORDING, LINES, TOPOLOGY -> false;
    };
  }

  /// Whether the directory of a device has it, where a run has many.
  boolean isOfDevice() {
    return switch (this) {
      case RESULTS, REPORT, JUNIT, PROFILE, ICS, TRACE, RECORDING -> true;
      case LINES, TOPOLOGY, SUITE, KEY, STATEMENT -> false;
    };
  }

  /// Returns the file with that name.
  static Optional<PackFile> of(String name) {
    return Arrays.stream(values()).filter(file -> file.text.equals(name)).findFirst();
  }
}
