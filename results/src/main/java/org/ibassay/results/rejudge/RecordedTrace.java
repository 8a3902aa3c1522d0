package org.ibassay.results.rejudge;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.results.rejudge.RunRecording.Frames;

/// The trace of a run, read from its start to its end once.
final class RecordedTrace implements Closeable {
  private final CaptureReader reader;

  RecordedTrace(Path file) throws IOException {
    reader = CaptureReader.open(file);
  }

  /// The management datagrams among these frames, which come after those read before.
  ///
  /// @throws IOException when the trace ends before
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

  /// Why a trace is not the one that a run has written; empty where it is.
  ///
  /// @param packets that the run has written
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
