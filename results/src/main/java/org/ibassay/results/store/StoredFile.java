package org.ibassay.results.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.report.JsonInput;
import org.ibassay.runner.report.SuiteDigest;
import org.jspecify.annotations.Nullable;

/// A results file to add.
///
/// @param hash SHA-256 of the file
/// @param results its results
/// @param devices its devices, as the store names them
record StoredFile(String hash, Results results, List<StoredDevice> devices) {
  /// Keeps a copy.
  StoredFile {
    devices = List.copyOf(devices);
  }

  /// Reads a file.
  ///
  /// @param device name of its only device, or null
  /// @param firmware of its devices, or null
  static StoredFile read(Path path, @Nullable String device, @Nullable String firmware)
      throws UsageException {
    Path file = Files.isDirectory(path) ? path.resolve("results.json") : path;
    try {
      byte[] bytes = Files.readAllBytes(file);
      String where = "results " + file;
      JsonInput root = JsonInput.ofStranger(where, new String(bytes, UTF_8));
      Results results = Results.of(file.toString(), root);
      List<StoredDevice> devices = StoredDevice.of(results, root, device, firmware);
      if (device != null && devices.size() > 1) {
        throw new UsageException(
            "%s: has %d devices; expected one, as --device names it"
                .formatted(where, devices.size()));
      }
      return new StoredFile(SuiteDigest.of(bytes), results, devices);
    } catch (IOException e) {
      throw new UsageException("results " + file + ": cannot be read");
    }
  }
}
