package org.ibassay.decode;

import org.ibassay.link.capture.CaptureReader;

/// Writes packets in some form, one after another.
interface PacketPrinter {
  /// Writes the capture's current packet, with its line end.
  ///
  /// @param packet the same, taken apart
  void write(CaptureReader capture, Dissector packet);
}
