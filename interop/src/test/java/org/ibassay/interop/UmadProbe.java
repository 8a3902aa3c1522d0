package org.ibassay.interop;

import java.lang.foreign.MemorySegment;
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
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.umad.UmadDriver;
import org.ibassay.link.umad.UmadPort;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// A program that uses a fabric through the umad driver, in a separate virtual machine, because the
/// library with the fabric must be preloaded. Prints its results.
final class UmadProbe {
  private static final Timing PATIENCE = new Timing(200_000_000, 2);

  private UmadProbe() {}

  /// @param arguments what to do, and with what
  public static void main(String... arguments) throws Exception {
    switch (arguments[0]) {
      case "ports" -> UmadPort.all().forEach(System.out::println);
      case "port" -> System.out.println(UmadPort.all().getFirst().linkLayer());
      case "open" -> Arrays.stream(arguments).skip(1).forEach(UmadProbe::open);
      case "ask" -> ask(arguments[1]);
      case "silence" -> silence(arguments[1]);
      case "late" -> late(arguments[1], arguments[2]);
      case "outstanding" -> outstanding(arguments[1], Integer.parseInt(arguments[2]));
      case "threads" -> threads(arguments[1], Integer.parseInt(arguments[2]));
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static Dut dut(String uri, Timing timing)
      throws DutUriException, LinkException, InterruptedException {
    return new UmadDriver().parse(DutUri.parse(uri)).open(Tap.NONE, timing);
  }

  private static void open(String uri) {
    try (Dut dut = dut(uri, PATIENCE)) {
      System.out.println("open, ports: " + dut.madPorts().size());
    } catch (LinkException | DutUriException | InterruptedException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  static MemorySegment request(int method, Attribute attribute, long modifier) {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.DIRECTED_ROUTE);
    MadHeader.CLASS_VERSION.set(mad, 0, Smp.CLASS_VERSION);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute.id());
    MadHeader.ATTRIBUTE_MODIFIER.set(mad, 0, modifier);
    return mad;
  }

  private static Exchange start(MadPort port, Route route, Attribute attribute, long modifier)
      throws LinkException, InterruptedException {
    MemorySegment request = request(Method.GET, attribute, modifier);
    return port.start(request, route, port.timing(), Label.NONE);
  }

  private static void ask(String uri) throws Exception {
    try (Dut dut = dut(uri, PATIENCE)) {
      MadPort port = dut.madPorts().getFirst();
      for (Route route : List.of(port.route(), Route.SELF)) {
        Exchange exchange = start(port, route, Attribute.NODE_INFO, 0);
        port.await(exchange);
        MemorySegment response = exchange.response();
        System.out.println(
            "%s after %d, %d bytes, type %d, GUID 0x%x"
                .formatted(
                    exchange.state(),
                    exchange.tries(),
                    exchange.responseBytes(),
                    NodeInfo.NODE_TYPE.get(response, Smp.DATA),
                    NodeInfo.NODE_GUID.get(response, Smp.DATA)));
        port.release(exchange);
      }
      System.out.println(port.counters());
    }
  }

  /// Two kinds of silence: there is no node, so that the request is returned; and a request that is
  /// silently dropped.
  private static void silence(String uri) throws Exception {
    try (Dut dut = dut(uri, PATIENCE)) {
      MadPort port = dut.madPorts().getFirst();
      Exchange nobody = start(port, new Route.Directed(List.of(1, 7)), Attribute.NODE_INFO, 0);
      port.await(nobody);
      System.out.println("nobody: %s after %d".formatted(nobody.state(), nobody.tries()));
      MemorySegment malformed = request(Method.GET, Attribute.NODE_INFO, 0);
      MadHeader.BASE_VERSION.set(malformed, 0, 2);
      Exchange dropped = port.start(malformed, port.route(), port.timing(), Label.NONE);
      port.await(dropped);
      System.out.println("dropped: %s after %d".formatted(dropped.state(), dropped.tries()));
      Exchange answered = start(port, port.route(), Attribute.NODE_INFO, 0);
      port.await(answered);
      System.out.println("then: " + answered.state());
      System.out.println(port.counters());
    }
  }

  /// Closes the port while an answer of ibsim is outstanding, which arrives 300 ms later.
  ///
  /// @param server ibsim's process id
  private static void late(String uri, String server) throws Exception {
    try (Dut dut = dut(uri, PATIENCE.once())) {
      MadPort port = dut.madPorts().getFirst();
      new ProcessBuilder("kill", "-STOP", server).start().waitFor();
      Exchange exchange = start(port, port.route(), Attribute.NODE_INFO, 0);
      port.await(exchange);
      System.out.println(exchange.state());
      new ProcessBuilder("sh", "-c", "sleep 0.3; kill -CONT " + server).start();
    }
    Thread.sleep(500);
    System.out.println("still running");
  }

  /// Sends a number of requests at once from one thread, and checks each response against its
  /// request.
  private static void outstanding(String uri, int window) throws Exception {
    try (Dut dut = dut(uri, PATIENCE)) {
      MadPort port = dut.madPorts().getFirst();
      List<Exchange> exchanges = new ArrayList<>();
      for (int round = 0; round < 50; round++) {
        for (int i = 0; i < window; i++) {
          exchanges.add(start(port, port.route(), attribute(i), i));
        }
        for (int i = 0; i < window; i++) {
          port.await(exchanges.get(i));
          check(exchanges.get(i), i);
          port.release(exchanges.get(i));
        }
        exchanges.clear();
      }
      System.out.println(port.counters());
    }
  }

  /// Sends requests from that many threads at once.
  private static void threads(String uri, int window) throws Exception {
    try (Dut dut = dut(uri, PATIENCE)) {
      MadPort port = dut.madPorts().getFirst();
      AtomicInteger left = new AtomicInteger(window);
      for (int i = 0; i < window; i++) {
        int index = i;
        Thread.startVirtualThread(() -> {
          try {
            for (int round = 0; round < 50; round++) {
              Exchange exchange = start(port, port.route(), attribute(index), index);
              port.await(exchange);
              check(exchange, index);
              port.release(exchange);
            }
          } catch (LinkException | InterruptedException e) {
            System.out.println(e);
          } finally {
            left.decrementAndGet();
          }
        });
      }
      port.serve(() -> left.get() == 0);
      System.out.println(port.counters());
    }
  }

  private static Attribute attribute(int index) {
    return index % 2 == 0 ? Attribute.NODE_INFO : Attribute.NODE_DESCRIPTION;
  }

  private static void check(Exchange exchange, int index) {
    MemorySegment response = exchange.response();
    if (exchange.state() != Exchange.State.ANSWERED
        || MadHeader.ATTRIBUTE_ID.get(response, 0) != attribute(index).id()
        || MadHeader.ATTRIBUTE_MODIFIER.get(response, 0) != index) {
      System.out.println("wrong: " + index + " " + exchange.state());
    }
  }
}
