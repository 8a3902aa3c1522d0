package org.ibassay.results.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.report.JsonInput;
import org.ibassay.runner.report.SuiteDigest;
import org.jspecify.annotations.Nullable;

/// A results file to add, with further data about its devices.
///
/// @param hash SHA-256 of the file
/// @param results its results
/// @param device name of its devices, or null
/// @param firmware firmware of its devices, or null
record StoredFile(
    String hash, Results results, @Nullable String device, @Nullable String firmware) {
  /// The firmware version if it is not known.
  static final String UNKNOWN = "unknown";

  private static final Pattern FIRMWARE = Pattern.compile(", firmware ([^,]+)$");

  static StoredFile read(Path path, @Nullable String device, @Nullable String firmware)
      throws UsageException {
    Path file = Files.isDirectory(path) ? path.resolve("results.json") : path;
    try {
      byte[] bytes = Files.readAllBytes(file);
      String where = "results " + file;
      Results results =
          Results.of(file.toString(), JsonInput.ofStranger(where, new String(bytes, UTF_8)));
      if (device != null && results.duts().size() > 1) {
        throw new UsageException(
            "%s: has %d devices; expected one, as --device names it"
                .formatted(where, results.duts().size()));
      }
      return new StoredFile(SuiteDigest.of(bytes), results, device, firmware);
    } catch (IOException e) {
      throw new UsageException("results " + file + ": cannot be read");
    }
  }

  /// A device's name: the given one, otherwise its node GUID, otherwise its URI.
  String name(Results.Dut dut) {
    return device != null ? device : dut.nodeGuid() != null ? dut.nodeGuid() : dut.uri();
  }

  /// A device's firmware: the given one, otherwise that reported by its agent.
  String version(Results.Dut dut) {
    if (firmware != null) {
      return firmware;
    }
    Matcher found = FIRMWARE.matcher(dut.description() == null ? "" : dut.description());
    return found.find() ? found.group(1) : UNKNOWN;
  }
}
