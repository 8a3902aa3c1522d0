package org.ibassay.decode;

import java.io.UncheckedIOException;
import org.ibassay.link.capture.CaptureReader;

/// Decodes a capture, packet by packet.
public final class Decoder {
  /// The output format.
  public enum Style {
    LINES,
    TREES,
    JSON
  }

  private final Filter filter;
  private final Out out;
  private final PacketPrinter printer;
  private final Dissector dissector = new Dissector();

  /// @param filter selects the packets to write
  public Decoder(Style style, Filter filter, Out out) {
    this.filter = filter;
    this.out = out;
    this.printer =
        switch (style) {
          case LINES -> new LinePrinter(out);
          case TREES -> new TreePrinter(out);
          case JSON -> new JsonPrinter(out);
        };
  }

  /// Writes all selected packets.
  ///
  /// @throws UncheckedIOException if the file cannot be read or the output cannot be written
  public void decode(CaptureReader capture) {
    while (capture.next()) {
      dissector.read(capture);
      if (filter.selects(dissector)) {
        printer.write(capture, dissector);
      }
    }
    out.flush();
  }
}
