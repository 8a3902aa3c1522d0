package org.ibassay.runner.fabric;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.topology.NodeType;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.LinkFacts;
import org.ibassay.runner.fabric.FoundFabric.End;
import org.ibassay.runner.fabric.FoundFabric.Place;
import org.ibassay.runner.state.Smps;
import org.ibassay.wire.Described;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// Discovers the nodes and links of a fabric by directed route from the tester's port.
///
/// Explores several routes concurrently, with one outstanding request each. Their number is limited
/// because VL15 has no flow control: more SMPs would displace those of a subnet manager.
public final class FabricWalk {
  private static final String PURPOSE = "which nodes there are";
  private static final int LINK_UP = 5;

  /// Capabilities that a switch may report for port 0 only.
  private static final Set<Field> CAPABILITIES =
      Set.of(
          PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED,
          PortInfo.IS_EXTENDED_SPEEDS2_SUPPORTED,
          PortInfo.IS_CAPABILITY_MASK2_SUPPORTED);

  /// Transmissions of the first request: it may be lost once, but a third one could add another
  /// violation of a key that the tester does not know.
  private static final int TIMES = 2;

  private static final long MILLI = 1_000_000;

  private final MadPort port;
  private final int window;
  private final IntConsumer progress;
  private final Smps smps;
  private final Smps reluctant;
  private final FoundFabric found = new FoundFabric();

  private FabricWalk(MadPort port, int window, IntConsumer progress) {
    this.port = port;
    this.window = window;
    this.progress = progress;
    this.smps = new Smps(port, PURPOSE);
    Timing patience = port.timing();
    this.reluctant =
        new Smps(
            port,
            PURPOSE,
            new Timing(patience.timeoutNanos(), Math.min(patience.retries(), TIMES - 1)));
  }

  /// Discovers a fabric.
  ///
  /// @param port the tester's port, on the thread that opened it
  /// @param window number of outstanding requests; always 1 on a simulated fabric
  /// @param progress receives the number of nodes found so far
  /// @throws LinkException if the tester's own port does not respond
  public static FoundFabric through(MadPort port, int window, IntConsumer progress)
      throws LinkException, InterruptedException {
    FabricWalk walk = new FabricWalk(port, port.isSimulated() ? 1 : window, progress);
    walk.walk();
    return walk.found;
  }

  /// A route to explore.
  ///
  /// @param from near end of its last link; null for the tester itself
  /// @param rate rate of that link
  private record Step(List<Integer> route, @Nullable End from, String rate) {}

  private void walk() throws LinkException, InterruptedException {
    Queue<Step> open = new ArrayDeque<>(List.of(new Step(List.of(), null, "")));
    while (!open.isEmpty()) {
      List<Step> level = new ArrayList<>(open);
      open.clear();
      open.addAll(window == 1 ? oneByOne(level) : sideBySide(level));
    }
  }

  private List<Step> oneByOne(List<Step> level) throws LinkException, InterruptedException {
    List<Step> next = new ArrayList<>();
    for (Step step : level) {
      next.addAll(look(step));
    }
    return next;
  }

  /// Explores routes on as many threads as requests may be outstanding; the calling thread does the
  /// I/O.
  private List<Step> sideBySide(List<Step> level) throws LinkException, InterruptedException {
    Queue<Step> waiting = new ConcurrentLinkedQueue<>(level);
    Queue<Step> next = new ConcurrentLinkedQueue<>();
    Queue<Exception> failures = new ConcurrentLinkedQueue<>();
    AtomicInteger working = new AtomicInteger(Math.min(window, level.size()));
    for (int i = working.get(); i > 0; i--) {
      Thread.ofVirtual()
          .start(() -> {
            try {
              for (Step step = waiting.poll(); step != null; step = waiting.poll()) {
                next.addAll(look(step));
              }
            } catch (LinkException | InterruptedException | RuntimeException e) {
              failures.add(e);
            } finally {
              working.decrementAndGet();
            }
          });
    }
    port.serve(() -> working.get() == 0);
    switch (failures.peek()) {
      case LinkException e -> throw e;
      case InterruptedException e -> throw e;
      case RuntimeException e -> throw e;
      case null, default -> {}
    }
    return List.copyOf(next);
  }

  /// Reads the node at the end of a route, and returns the routes beyond it.
  private List<Step> look(Step step) throws LinkException, InterruptedException {
    synchronized (found) {
      if (step.from != null && found.isLinked(step.from)) {
        return List.of(); // already found from the other end
      }
    }
    Route route = new Route.Directed(step.route);
    Smps.Answer info = nodeInfo(route);
    if (info == null && step.from == null) {
      throw new LinkException("the tester's own port does not answer SubnGet(NodeInfo)");
    }
    String trouble = trouble(route, info);
    NodeType type = info == null ? null : NodeType.of(info.get(NodeInfo.NODE_TYPE)).orElse(null);
    if (info == null || type == null || trouble != null) {
      synchronized (found) {
        found.unanswered(
            new Place(step.route, step.from, trouble == null ? "no sense in NodeInfo" : trouble));
      }
      return List.of();
    }
    long guid = info.get(NodeInfo.NODE_GUID);
    int entered = (int) info.get(NodeInfo.LOCAL_PORT_NUM);
    synchronized (found) {
      if (step.from != null) {
        found.link(step.from, new End(guid, entered), step.rate);
      }
      if (found.knows(guid)) {
        return List.of();
      }
      found.add(node(info, type, "", step.route));
      progress.accept(found.count());
    }
    FoundNode node = node(info, type, description(route), step.route);
    synchronized (found) {
      found.add(node);
    }
    return type == NodeType.SWITCH
        ? ofSwitch(node)
        : step.from == null ? portsAfter(node, entered, entered) : List.of();
  }

  /// Why a response is no reliable NodeInfo; null if it is. It is read twice: a node that changes
  /// it would be taken for a new one each time.
  private @Nullable String trouble(Route route, Smps.@Nullable Answer info)
      throws LinkException, InterruptedException {
    if (info == null) {
      return "no response to SubnGet(NodeInfo) within %d ms, sent %d times"
          .formatted(port.timing().timeoutNanos() / MILLI, TIMES);
    }
    if (!info.isOk() || NodeType.of(info.get(NodeInfo.NODE_TYPE)).isEmpty()) {
      return "no sense in NodeInfo: Status.Code %d, NodeType %d"
          .formatted(info.code(), info.get(NodeInfo.NODE_TYPE));
    }
    Smps.Answer again = smps.get(route, Attribute.NODE_INFO, 0, 0);
    return again != null && again.get(NodeInfo.NODE_GUID) == info.get(NodeInfo.NODE_GUID)
        ? null
        : "asked twice, its NodeGUID was 0x%016x and then %s"
            .formatted(
                info.get(NodeInfo.NODE_GUID),
                again == null ? "not answered" : FoundNode.name(again.get(NodeInfo.NODE_GUID)));
  }

  private Smps.@Nullable Answer nodeInfo(Route route) throws LinkException, InterruptedException {
    return reluctant.get(route, Attribute.NODE_INFO, 0, 0);
  }

  private static FoundNode node(
      Smps.Answer info, NodeType type, String description, List<Integer> route) {
    return new FoundNode(
        info.get(NodeInfo.NODE_GUID),
        type,
        info.get(NodeInfo.VENDOR_ID),
        info.get(NodeInfo.DEVICE_ID),
        info.get(NodeInfo.REVISION),
        description,
        (int) info.get(NodeInfo.NUM_PORTS),
        "",
        route);
  }

  private String description(Route route) throws LinkException, InterruptedException {
    Smps.Answer answer = smps.get(route, Attribute.NODE_DESCRIPTION, 0, 0);
    return answer == null || !answer.isOk()
        ? ""
        : Described.of(NodeDescription.LAYOUT, NodeDescription.NODE_STRING, answer.data(), 0)
            .text()
            .strip();
  }

  private List<Step> ofSwitch(FoundNode node) throws LinkException, InterruptedException {
    return portsAfter(node, 1, node.ports());
  }

  /// Explores the links at some of a node's ports.
  private List<Step> portsAfter(FoundNode node, int first, int last)
      throws LinkException, InterruptedException {
    List<Step> steps = new ArrayList<>();
    Route route = new Route.Directed(node.route());
    if (node.route().size() == Smp.MAX_HOPS) {
      return steps;
    }
    Smps.Answer plain =
        smps.get(route, Attribute.PORT_INFO, node.type() == NodeType.SWITCH ? 0 : first, 0);
    boolean isExtended = plain != null && plain.get(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 1;
    for (int number = first; number <= last; number++) {
      Smps.Answer info = portInfo(route, number, isExtended);
      if (info == null || !info.isOk()) {
        synchronized (found) {
          found.odd(
              "%s (%s) does not report PortInfo of port %d; its peer is unknown"
                  .formatted(node.name(), node.description(), number));
        }
        continue;
      }
      if (info.get(PortInfo.PORT_PHYSICAL_STATE) == LINK_UP) {
        DutInfo.Link link =
            LinkFacts.of(
                0,
                field ->
                    plain != null && CAPABILITIES.contains(field)
                        ? plain.get(field)
                        : info.get(field));
        List<Integer> longer = new ArrayList<>(node.route());
        longer.add(number);
        steps.add(
            new Step(
                longer,
                new End(node.guid(), number),
                link.width().replace('X', 'x') + link.speed()));
      }
    }
    return steps;
  }

  private Smps.@Nullable Answer portInfo(Route route, int number, boolean isExtended)
      throws LinkException, InterruptedException {
    long modifier = isExtended ? PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS & 0xFFFF_FFFFL : 0;
    return smps.get(route, Attribute.PORT_INFO, modifier | number, 0);
  }
}
