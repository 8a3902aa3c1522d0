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

/// A results file that is to be added, and what is known of its devices beside.
///
/// @param hash SHA-256 of the file
/// @param results in it
/// @param device what its devices are called, or null
/// @param firmware of its devices, or null
record StoredFile(
    String hash, Results results, @Nullable String device, @Nullable String firmware) {
  /// Where nobody says which version a device has.
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

  /// A device's name: as given, or else its node GUID, or else the URI.
  String name(Results.Dut dut) {
    return device != null ? device : dut.nodeGuid() != null ? dut.nodeGuid() : dut.uri();
  }

  /// A device's firmware: as given, or else as its agent says.
  String version(Results.Dut dut) {
    if (firmware != null) {
      return firmware;
    }
    Matcher found = FIRMWARE.matcher(dut.description() == null ? "" : dut.description());
    return found.find() ? found.group(1) : UNKNOWN;
  }
}
