package org.ibassay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.runner.UsageException;

/// Opens a capture named by the user, or reports what is wrong with it.
final class CaptureFile {
  private static final Path STANDARD_INPUT = Path.of("-");

  private CaptureFile() {}

  /// @param file `-` for standard input
  /// @param beforeReading called each time before the next packet may take long
  /// @throws UsageException if the file cannot be read or is not a capture
  static CaptureReader open(Path file, Runnable beforeReading) throws UsageException {
    boolean isStandardInput = file.equals(STANDARD_INPUT);
    if (!isStandardInput && !Files.exists(file)) {
      throw new UsageException("capture " + file + ": no such file");
    }
    if (!isStandardInput && !Files.isReadable(file)) {
      throw new UsageException("capture " + file + ": no permission to read it");
    }
    try {
      CaptureReader capture =
          isStandardInput
              ? CaptureReader.of(System.in, beforeReading)
              : CaptureReader.open(file, beforeReading);
      if (capture.format() != CaptureReader.Format.UNKNOWN) {
        return capture;
      }
      boolean empty = capture.fileBytes() == 0;
      capture.close();
      throw new UsageException(
          file + " is not a capture: expected pcap or pcapng" + (empty ? ", and it is empty" : ""));
    } catch (IOException e) {
      throw new UsageException("capture " + file + ": " + e.getMessage());
    }
  }

  /// Converts the error of reading mapped memory: the file has become shorter.
  static FailureException shortened(Path file, InternalError fault) {
    if (!String.valueOf(fault.getMessage()).contains("unsafe memory access")) {
      throw fault;
    }
    return new FailureException(file + " became shorter while it was read");
  }
}
