package org.ibassay.link.upper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// An agent that gives scripted answers in order, whatever the requests.
///
/// Time stands still unless a test makes each call of the pump take some.
final class ScriptedAgent implements AutoCloseable {
  /// As an answer: close the connection.
  static final String HANG_UP = "\0";

  /// As an answer: send nothing.
  static final String SILENCE = "";

  final List<String> requests = new ArrayList<>();
  final AtomicLong nanos = new AtomicLong(0x1234);
  boolean isClosed;
  volatile long pumpNanos;

  private final Deque<String> answers = new ArrayDeque<>();
  private final PipedOutputStream toTester = new PipedOutputStream();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final AgentLines lines;

  ScriptedAgent() throws IOException {
    PipedInputStream in = new PipedInputStream(toTester, 2 * AgentLines.LINE_BYTES);
    lines =
        new AgentLines(
            "test:1", in, new FromTester(), this, () -> nanos.addAndGet(pumpNanos), nanos::get);
  }

  ScriptedAgent answer(String... next) {
    answers.addAll(List.of(next));
    return this;
  }

  /// Returns a client whose greeting was answered.
  AgentClient greeted() throws UpperTesterException {
    answers.addFirst("ok version=6 token=1234 device=rxe0 connects=1");
    return AgentClient.greet(lines, nanos::get);
  }

  /// Returns a client that gets the scripted answers to its hello.
  AgentClient greet() throws UpperTesterException {
    return AgentClient.greet(lines, nanos::get);
  }

  /// Waits until the client has received an unsolicited line.
  void awaitUnasked() {
    while (lines.unasked() == null) {
      Thread.onSpinWait();
    }
  }

  private void asked(String request) throws IOException {
    if (request.isEmpty()) {
      return;
    }
    requests.add(request);
    String next = answers.removeFirst();
    if (next.equals(HANG_UP)) {
      toTester.close();
    } else if (!next.equals(SILENCE)) {
      toTester.write((next + "\n").getBytes(StandardCharsets.ISO_8859_1));
      toTester.flush();
    }
  }

  @Override
  public void close() throws IOException {
    isClosed = true;
    toTester.close();
  }

  /// Receives the tester's bytes and answers each line.
  private final class FromTester extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      if (isClosed) {
        throw new IOException("broken pipe");
      }
      if (b == '\n') {
        String request = line.toString(StandardCharsets.US_ASCII);
        line.reset();
        asked(request);
      } else {
        line.write(b);
      }
    }
  }
}
