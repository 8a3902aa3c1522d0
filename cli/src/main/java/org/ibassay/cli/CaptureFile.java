package org.ibassay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.runner.UsageException;

/// Opens a capture that the user names, or says what is wrong with it.
final class CaptureFile {
  private CaptureFile() {}

  /// @throws UsageException when it cannot be read or is no capture
  static CaptureReader open(Path file) throws UsageException {
    if (!Files.exists(file)) {
      throw new UsageException("capture " + file + ": there is no such file");
    }
    if (!Files.isReadable(file)) {
      throw new UsageException("capture " + file + ": no permission to read it");
    }
    try {
      CaptureReader capture = CaptureReader.open(file);
      if (capture.format() != CaptureReader.Format.UNKNOWN) {
        return capture;
      }
      boolean empty = capture.fileBytes() == 0;
      capture.close();
      throw new UsageException(
          file + " is no capture: expected pcap or pcapng" + (empty ? ", and it is empty" : ""));
    } catch (IOException e) {
      throw new UsageException("capture " + file + ": " + e.getMessage());
    }
  }

  /// What a machine says that cannot read memory onto which a file is mapped: the file has no such
  /// bytes any more.
  static FailureException shortened(Path file, InternalError fault) {
    if (!String.valueOf(fault.getMessage()).contains("unsafe memory access")) {
      throw fault;
    }
    return new FailureException(file + " became shorter while it was read");
  }
}
