package org.ibassay.decode;

import org.ibassay.link.capture.CaptureReader;

/// Writes packets in some format, one at a time.
interface PacketPrinter {
  /// Writes the capture's current packet, with its line end.
  ///
  /// @param packet the same packet, dissected
  void write(CaptureReader capture, Dissector packet);
}
