package org.ibassay.interop;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.umad.UmadDriver;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.Method;

/// Measures SubnGet(NodeInfo) by a [MadPort] on the umad driver, alternating with a plain C loop,
/// because both depend on the processors to which the system assigns the processes.
final class UmadLoop {
  private static final int COUNT = 10_000;
  private static final int ROUNDS = 9;
  private static final int WINDOW = 16;

  private interface Loop {
    double nanosEach() throws Exception;
  }

  private UmadLoop() {}

  /// @param arguments DUT URI, and the compiled C program
  public static void main(String... arguments) throws Exception {
    String c = arguments[1];
    try (Dut dut =
        new UmadDriver().parse(DutUri.parse(arguments[0])).open(Tap.NONE, Timing.DEFAULT)) {
      MadPort port = dut.madPorts().getFirst();
      List<String> names = List.of("C 1", "Java 1", "C 16", "Java 16", "Java 16 threads");
      List<Loop> loops =
          List.of(
              () -> program(c, 1),
              () -> timed(port, () -> outstanding(port, 1)),
              () -> program(c, WINDOW),
              () -> timed(port, () -> outstanding(port, WINDOW)),
              () -> timed(port, () -> threads(port)));
      double[][] seen = new double[loops.size()][ROUNDS];
      for (int round = -3; round < ROUNDS; round++) {
        for (int i = 0; i < loops.size(); i++) {
          double nanos = loops.get(i).nanosEach();
          if (round >= 0) {
            seen[i][round] = nanos;
          }
        }
      }
      for (int i = 0; i < loops.size(); i++) {
        Arrays.sort(seen[i]);
        System.out.printf(
            "%-16s median %5.1f us, from %5.1f to %5.1f%n",
            names.get(i), seen[i][ROUNDS / 2] / 1e3, seen[i][0] / 1e3, seen[i][ROUNDS - 1] / 1e3);
      }
    }
  }

  private static double program(String c, int window) throws Exception {
    Process process =
        new ProcessBuilder(c, Integer.toString(COUNT), Integer.toString(window))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    byte[] printed = process.getInputStream().readAllBytes();
    return Double.parseDouble(new String(printed, StandardCharsets.UTF_8).strip());
  }

  private interface Body {
    void run() throws LinkException, InterruptedException;
  }

  private static double timed(MadPort port, Body body) throws Exception {
    long start = port.clock().nanos();
    body.run();
    return (double) (port.clock().nanos() - start) / COUNT;
  }

  private static Exchange start(MadPort port, MemorySegment request)
      throws LinkException, InterruptedException {
    return port.start(request, port.route(), port.timing(), Label.NONE);
  }

  private static void end(MadPort port, Exchange exchange)
      throws LinkException, InterruptedException {
    port.await(exchange);
    if (exchange.state() != Exchange.State.ANSWERED) {
      throw new IllegalStateException("no response");
    }
    port.release(exchange);
  }

  private static void outstanding(MadPort port, int window)
      throws LinkException, InterruptedException {
    MemorySegment request = UmadProbe.request(Method.GET, Attribute.NODE_INFO, 0);
    ArrayDeque<Exchange> open = new ArrayDeque<>();
    for (int i = 0; i < COUNT; i++) {
      open.add(start(port, request));
      if (open.size() == window) {
        end(port, open.remove());
      }
    }
    while (!open.isEmpty()) {
      end(port, open.remove());
    }
  }

  /// As a windowed repetition does: a virtual thread for each request.
  private static void threads(MadPort port) throws LinkException, InterruptedException {
    AtomicInteger next = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    AtomicInteger left = new AtomicInteger(WINDOW);
    for (int t = 0; t < WINDOW; t++) {
      threads.add(
          Thread.startVirtualThread(() -> {
            try {
              MemorySegment request = UmadProbe.request(Method.GET, Attribute.NODE_INFO, 0);
              while (next.getAndIncrement() < COUNT) {
                end(port, start(port, request));
              }
            } catch (LinkException | InterruptedException e) {
              throw new IllegalStateException(e);
            } finally {
              left.decrementAndGet();
            }
          }));
    }
    port.serve(() -> left.get() == 0);
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
