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
  /// What a rejudgement needs beside results and trace.
  RECORDING("rejudge.json", 64L << 20, false),
  /// Which tests the suite has, and for which devices: what is missing can be seen.
  SUITE("suite.json", 4L << 20, true),
  /// The signer's.
  KEY("public-key.pem", 4L << 10, false),
  /// Digests of all others, and what the run came to.
  STATEMENT("statement.dsse.json", 16L << 20, true);

  private final String text;
  private final long limit;
  private final boolean isRequired;

  PackFile(String text, long limit, boolean isRequired) {
    this.text = text;
    this.limit = limit;
    this.isRequired = isRequired;
  }

  /// The entry's name.
  String text() {
    return text;
  }

  /// The most bytes that it may have.
  long limit() {
    return limit;
  }

  /// Whether every pack has it.
  boolean isRequired() {
    return isRequired;
  }

  /// Whether a check has to look into it: these are few bytes.
  boolean isRead() {
    return this != REPORT && this != JUNIT && this != TRACE && this != RECORDING;
  }

  /// The file of that name.
  static Optional<PackFile> of(String name) {
    return Arrays.stream(values()).filter(file -> file.text.equals(name)).findFirst();
  }
}
