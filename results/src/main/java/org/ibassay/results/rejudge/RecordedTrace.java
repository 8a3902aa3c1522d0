package org.ibassay.results.rejudge;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.results.rejudge.RunRecording.Frames;

/// The trace of a run, read sequentially once.
final class RecordedTrace implements Closeable {
  private final CaptureReader reader;

  RecordedTrace(Path file) throws IOException {
    reader = CaptureReader.open(file);
  }

  /// Returns the management datagrams among these frames, which must follow those read before.
  ///
  /// @throws IOException if the trace ends too early
  List<RecordedMad> read(Frames frames) throws IOException {
    List<RecordedMad> mads = new ArrayList<>();
    for (int frame = frames.first(); frame <= frames.last(); frame++) {
      if (!reader.skipTo(frame)) {
        throw new IOException("the trace has no packet " + frame);
      }
      RecordedMad mad = RecordedMad.of(reader);
      if (mad != null) {
        mads.add(mad);
      }
    }
    return mads;
  }

  /// Returns why a trace is not the one written by the run; empty if it is.
  ///
  /// @param packets number of packets that the run wrote
  static List<String> damages(Path file, int packets) throws IOException {
    try (CaptureReader reader = CaptureReader.open(file)) {
      while (reader.next()) {
        // counts
      }
      List<String> damages = new ArrayList<>();
      reader.damages().forEach(damage -> damages.add(damage.toString()));
      if (reader.format() != CaptureReader.Format.PCAPNG) {
        damages.add("is not a pcapng file");
      } else if (reader.frame() != packets) {
        damages.add("has %d packets; expected %d".formatted(reader.frame(), packets));
      }
      return damages;
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
