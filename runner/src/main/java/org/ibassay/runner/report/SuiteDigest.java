package org.ibassay.runner.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Identifies the suite: the SHA-256 of all classes and pages of the modules that affect a verdict.
/// Builds between two releases share a version, but not their contents.
public final class SuiteDigest {
  private static final List<String> MODULES = List.of("wire", "link", "suite", "runner");

  /// Computed once: it takes a third of a short run, and the modules of a process do not change.
  private static @Nullable String known;

  private SuiteDigest() {}

  /// Names a suite.
  ///
  /// @param digest its digest, or null
  public static String named(String version, @Nullable String digest) {
    return "ibassay " + version + (digest == null ? "" : ", SHA-256 " + digest);
  }

  /// Returns the digest of the running suite; null if it does not run as modules.
  public static synchronized @Nullable String ofThis() throws IOException {
    if (known == null) {
      known = ofModules();
    }
    return known;
  }

  private static @Nullable String ofModules() throws IOException {
    ModuleLayer layer = SuiteDigest.class.getModule().getLayer();
    if (layer == null) {
      return null;
    }
    MessageDigest digest = sha256();
    for (String name : MODULES) {
      ModuleReference module =
          layer.configuration().findModule("org.ibassay." + name).orElseThrow().reference();
      add(digest, module);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /// Returns the digest of bytes.
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /// The algorithm, which every Java runtime supports.
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Adds a module's files, without directories and archive metadata.
  private static void add(MessageDigest digest, ModuleReference module) throws IOException {
    try (ModuleReader reader = module.open()) {
      List<String> names =
          reader
              .list()
              .filter(name -> name.startsWith("org/") && !name.endsWith("/"))
              .sorted()
              .toList();
      for (String name : names) {
        try (InputStream in = reader.open(name).orElseThrow()) {
          digest.update(name.getBytes(UTF_8));
          digest.update((byte) 0);
          digest.update(sha256().digest(in.readAllBytes()));
        }
      }
    }
  }
}
