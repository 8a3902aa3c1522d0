package org.ibassay.link.upper;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.jspecify.annotations.Nullable;

/// Lines to and from the agent.
///
/// A separate thread reads, because a stream has no read with a deadline; the thread that waits for
/// a line runs the pump meanwhile.
final class AgentLines implements AutoCloseable {
  /// Length of the longest line, including its line feed.
  static final int LINE_BYTES = 16384;

  private static final int AHEAD = 16;
  private static final int EXCERPT = 80;

  /// How long a packet may wait for the pump.
  private static final long SLICE_MICROS = 500;

  /// A line from the reader; the last one is the reason why it stopped.
  private record Arrival(String text, boolean isLine) {}

  private final String peer;
  private final OutputStream out;
  private final AutoCloseable owner;
  private final Pump pump;
  private final Clock clock;
  private final BlockingQueue<Arrival> arrivals = new ArrayBlockingQueue<>(AHEAD);
  private final Thread reader;

  /// @param peer the agent's name in messages
  /// @param owner closed at the end
  AgentLines(
      String peer, InputStream in, OutputStream out, AutoCloseable owner, Pump pump, Clock clock) {
    this.peer = peer;
    this.out = out;
    this.owner = owner;
    this.pump = pump;
    this.clock = clock;
    this.reader = Thread.ofPlatform().daemon().name("agent " + peer).start(() -> readAll(in));
  }

  /// The agent's name in messages.
  String peer() {
    return peer;
  }

  /// Sends lines, given without their line feeds.
  void send(String... lines) throws UpperTesterException {
    try {
      out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException e) {
      // the agent's last line says more than "broken pipe"
      String lastWords = lastWords();
      throw lost(lastWords == null ? "cannot be written to: " + e.getMessage() : lastWords);
    }
  }

  /// Waits for a line while running the pump.
  ///
  /// @param deadline by the clock, in nanoseconds
  /// @return null if none was received in time
  @Nullable String receive(long deadline) throws UpperTesterException {
    try {
      while (true) {
        Arrival arrival = arrivals.poll(SLICE_MICROS, TimeUnit.MICROSECONDS);
        if (arrival != null && arrival.isLine) {
          pump.heard();
          return arrival.text;
        }
        if (arrival != null) {
          throw lost(arrival.text);
        }
        if (isOver(deadline) && arrivals.isEmpty()) {
          return null;
        }
        pump.pump();
      }
    } catch (LinkException e) {
      throw UpperTesterException.lost("the tester's packet port: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw UpperTesterException.lost("interrupted while waiting for the agent", e);
    }
  }

  boolean isOver(long deadline) {
    return clock.nanos() >= deadline;
  }

  /// Returns a line that was already received, or null. The end of the stream is reported later.
  @Nullable String unasked() {
    Arrival next = arrivals.peek();
    return next == null || !next.isLine ? null : excerpt(next.text);
  }

  private static String excerpt(String line) {
    String plain = line.replaceAll("[^ -~]", "?");
    return plain.length() > EXCERPT ? plain.substring(0, EXCERPT) + "..." : plain;
  }

  UpperTesterException lost(String what) {
    return UpperTesterException.lost("agent " + peer + " " + what);
  }

  private @Nullable String lastWords() {
    @Nullable String words = null;
    for (Arrival next = arrivals.poll(); next != null; next = arrivals.poll()) {
      words = next.isLine ? "said \"" + next.text + "\"" : words;
    }
    return words;
  }

  private void readAll(InputStream in) {
    try {
      arrivals.put(new Arrival(readLines(in), false));
    } catch (InterruptedException e) {
      // closed: no one waits for lines
    }
  }

  /// Reads to the end; returns the reason why it ended.
  private String readLines(InputStream in) throws InterruptedException {
    byte[] bytes = new byte[LINE_BYTES];
    int filled = 0;
    try {
      while (true) {
        int count = in.read(bytes, filled, LINE_BYTES - filled);
        if (count < 0) {
          return "hung up";
        }
        int start = 0;
        for (int i = filled; i < filled + count; i++) {
          if (bytes[i] == '\n') {
            String line = new String(bytes, start, i - start, StandardCharsets.ISO_8859_1);
            arrivals.put(new Arrival(line, true));
            start = i + 1;
          }
        }
        filled += count - start;
        System.arraycopy(bytes, start, bytes, 0, filled);
        if (filled == LINE_BYTES) {
          return "sent a line of more than %d bytes".formatted(LINE_BYTES);
        }
      }
    } catch (IOException e) {
      return "is lost: " + e.getMessage();
    }
  }

  @Override
  public void close() {
    reader.interrupt();
    try {
      owner.close();
    } catch (Exception e) {
      // of no further use
    }
  }
}
