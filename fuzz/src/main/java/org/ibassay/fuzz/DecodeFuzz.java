package org.ibassay.fuzz;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import org.ibassay.decode.Decoder;
import org.ibassay.decode.Filter;
import org.ibassay.decode.Out;
import org.ibassay.decode.PacketTrees;
import org.ibassay.link.capture.CaptureReader;

/// Decodes a capture as `ibassay decode` does, in each of its formats, and as a report does.
public final class DecodeFuzz {
  private DecodeFuzz() {}

  /// Called by the fuzzer.
  ///
  /// @param input any bytes
  public static void fuzzerTestOneInput(byte[] input) {
    MemorySegment in = MemorySegment.ofArray(input);
    trees(in);
    for (Decoder.Style style : Decoder.Style.values()) {
      try (CaptureReader capture = CaptureReader.of(in)) {
        Out out = new Out(OutputStream.nullOutputStream());
        new Decoder(style, Filter.ALL, out).decode(capture);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void trees(MemorySegment in) {
    PacketTrees trees = new PacketTrees();
    try (CaptureReader capture = CaptureReader.of(in)) {
      while (capture.next()) {
        String _ = trees.of(capture).toString();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
