package org.ibassay.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.wire.packet.Service;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// Judges a capture packet by packet by the checks of live tests, as far as they are possible from
/// outside: reliable connections by [RequestRules] and [ResponseRules], unreliable ones by
/// [UcRules], datagrams by [UdRules], communication management by [ObservedCm].
///
/// A capture may lack packets or have duplicates; packets may be lost before or after the point of
/// capture. Single packets are always judged. A non-conformance that involves several packets is a
/// finding only if nothing in the whole capture indicates that packets are missing, and if one
/// sender shows it three times: one or two missing packets cannot cause that. The user can state
/// that the capture is complete; then one occurrence is sufficient, and missing responses are
/// judged, too.
///
/// Memory use grows with the number of connections, not of packets. Used by one thread.
public final class Audit {
  private static final int SERVICE_SHIFT = 5;

  /// After a longer silence of a reliable connection, its QP may have become one of UC.
  private static final long STRAY_NANOS = 1_000_000_000;

  private final boolean complete;
  private final Doubts doubts = new Doubts();
  private final Losses losses = new Losses();
  private final CaptureClock clock = new CaptureClock();
  private final long[] passes = Tally.noPasses();
  private final List<Connection> connections = new ArrayList<>();
  private final Pairing pairing = new Pairing(this::ended);
  private final PacketRules packets = new PacketRules(doubts);
  private final RequestRules requests;
  private final EarlyResponses early = new EarlyResponses(losses);
  private final ResponseRules responses;
  private final UcRules unreliable;
  private final UdRules datagrams;
  private final SaidConnections said = new SaidConnections(this::say);
  private final ObservedCm management;
  private final FlowKey key = new FlowKey();
  private final Map<FlowKey, Flow> flows = new HashMap<>();
  private final Map<FlowKey, UcFlow> ucFlows = new HashMap<>();
  private final Map<FlowKey, Tally> udFlows = new HashMap<>();
  private final Map<FlowKey, Hosts> byHosts = new HashMap<>();
  private @Nullable AuditedPacket seen;
  private long judged;
  private long others;
  private long lastNanos;

  /// @param complete whether the capture has every packet sent by either side, and each of them
  ///   reached the other side
  public Audit(boolean complete) {
    this.complete = complete;
    this.requests = new RequestRules(doubts, losses, early, clock, complete);
    this.responses = new ResponseRules(doubts, losses, early, complete);
    this.unreliable = new UcRules(doubts, clock, complete);
    this.datagrams = new UdRules(doubts, clock, complete);
    this.management = new ObservedCm(losses, said, complete);
  }

  /// Judges the next packet.
  ///
  /// @param packet the packet just read
  /// @param frame its number in the capture, from 1
  /// @param nanos when it was captured; 0 if unknown
  public void take(TransportPacket packet, long frame, long nanos) {
    if (!packet.isTransport()) {
      others++;
      return;
    }
    int service = packet.opCodeNumber() >>> SERVICE_SHIFT;
    key.read(packet);
    if (service == Service.UD.code()) {
      datagram(read(packet, frame, nanos));
      return;
    }
    Flow flow = flows.get(key);
    if (service == Service.UC.code() && isUnreliable(flow, nanos)) {
      unreliable(read(packet, frame, nanos));
      return;
    }
    boolean stranger = service != Service.RC.code();
    if (stranger && (flow == null || service != Service.UC.code())) {
      others++;
      return;
    }
    if (flow == null) {
      flow = begin(frame, nanos);
    }
    if (flow.isOver) {
      flow.resume(frame, nanos);
    }
    AuditedPacket now = read(packet, frame, nanos);
    flow.seen(now.psn, now.number, frame, nanos);
    take(flow, now, stranger);
  }

  /// Whether a UC packet belongs to an unreliable connection, not to a reliable one where it is
  /// invalid.
  private boolean isUnreliable(@Nullable Flow reliable, long nanos) {
    return reliable == null || ucFlows.containsKey(key) || nanos - reliable.lastNanos > STRAY_NANOS;
  }

  private void unreliable(AuditedPacket now) {
    UcFlow flow = ucFlows.get(key);
    if (flow == null) {
      flow = new UcFlow(beginOneWay(Service.UC), hosts(key.hosts(false)));
      flow.said = said.take(key);
      ucFlows.put(key.copy(), flow);
    }
    flow.tally.count(false);
    unreliable.take(flow, now);
    flow.between.unreliable = flow;
  }

  private void datagram(AuditedPacket now) {
    Tally tally = udFlows.get(key);
    if (tally == null) {
      tally = beginOneWay(Service.UD);
      tally.back = udFlows.get(key.to(key.destinationQp(), true));
      udFlows.put(key.copy(), tally);
    }
    Tally back = tally.back;
    if (back != null) {
      back.back = tally;
    }
    tally.lastNanos = now.nanos;
    tally.count(false);
    boolean isTaken = datagrams.take(tally, key, now);
    if (key.destinationQp() == UdRules.GSI && now.whole && now.bytes == UdRules.MAD_BYTES) {
      management.take(tally, key, now, isTaken);
    }
  }

  /// Passes parameters from communication management to an existing flow.
  private boolean say(FlowKey of, Said news) {
    UcFlow uc = ucFlows.get(of);
    Flow rc = flows.get(of);
    if (uc != null) {
      uc.said = news;
    }
    if (rc != null) {
      rc.said = news;
    }
    return uc != null || rc != null;
  }

  private Tally beginOneWay(Service service) {
    Tally tally = new Tally(key.name(), passes);
    connections.add(new Connection(service, tally));
    return tally;
  }

  private AuditedPacket read(TransportPacket packet, long frame, long nanos) {
    AuditedPacket current = seen;
    if (current == null || current.packet != packet) {
      current = new AuditedPacket(packet);
      seen = current;
    }
    current.read(frame, nanos);
    judged++;
    lastNanos = nanos;
    clock.saw(nanos);
    return current;
  }

  private Flow begin(long frame, long nanos) {
    FlowKey own = key.copy();
    Hosts alike = hosts(own.hosts(false));
    Hosts opposite = hosts(own.hosts(true));
    FlowName name = alike.name.to(own.destinationQp());
    Flow flow = new Flow(new Tally(name, passes), alike, opposite, connections);
    flow.firstFrame = frame;
    flow.firstNanos = nanos;
    flow.anewNanos = nanos;
    flow.said = said.take(key);
    flows.put(own, flow);
    alike.begins(flow);
    return flow;
  }

  private Hosts hosts(FlowKey between) {
    return byHosts.computeIfAbsent(between, key -> new Hosts(key.name()));
  }

  private void take(Flow flow, AuditedPacket now, boolean stranger) {
    RequestFault fault = packets.check(flow.tally, now);
    if (stranger) {
      fault = RequestFault.INVALID_HEADER;
    }
    now.invalid = fault == RequestFault.INVALID_HEADER;
    if (!now.invalid) {
      partition(flow, now);
    }
    if (!now.isResponse()) {
      flow.tally.count(false);
      requests.take(flow, now, fault);
      said(flow, now, fault);
      return;
    }
    said(flow, now, fault);
    boolean twin = !complete && flow.responses.isTwin(now.identity(), now.nanos);
    if (twin) {
      losses.twin();
    }
    boolean regarded = fault == null && !twin && !now.isCutOff();
    Flow requester = regarded ? pairing.partner(flow, now) : null;
    flow.tally.count(true); // its connection is now known
    if (requester != null) {
      responses.take(flow, requester, now, pairing.isAmbiguous);
    } else if (regarded) {
      if (!pairing.isAmbiguous) {
        early.response(flow, now);
      }
      if (complete) {
        unasked(flow, now);
      }
      doubts.add(Doubt.NOT_PAIRED);
    }
  }

  /// Handles a response without a request of a reliable connection: it is a failure if it answers a
  /// packet of an unacknowledged service.
  private void unasked(Flow flow, AuditedPacket now) {
    UcFlow asked = flow.opposite.unreliable;
    if (datagrams.isAnswer(key, now)) {
      flow.tally.failed(
          Rule.UD_SILENCE, now.frame, now.psn, () -> "no response to a datagram", now::text);
    } else if (!pairing.isAmbiguous && asked != null && asked.recent(now.psn) != null) {
      flow.tally.failed(
          Rule.UC_SILENCE, now.frame, now.psn, () -> "no response to a UC packet", now::text);
    }
  }

  private void said(Flow flow, AuditedPacket now, @Nullable RequestFault fault) {
    Said here = flow.said;
    if (here == null || fault != null) {
      return;
    }
    here.check(flow.tally, now, doubts, complete);
    Request newest = flow.newest;
    if (complete
        && newest != null
        && newest.psn == now.psn
        && (newest.isRead() || newest.isAtomic())) {
      here.reads(flow, now);
    }
  }

  private static void partition(Flow flow, AuditedPacket now) {
    int partition = now.partition();
    if (flow.partition == -1) {
      flow.partition = partition;
      flow.partitionPsn = now.psn;
    } else if (flow.partition != partition) {
      flow.partition = -2;
    } else {
      flow.partitionTwice |= now.psn != flow.partitionPsn;
    }
  }

  private void ended(Flow flow) {
    if (complete) {
      Silence.judge(flow, lastNanos, doubts);
    }
  }

  /// Records a packet of an unknown link type.
  void unknownLink() {
    doubts.add(Doubt.LINK_TYPE);
  }

  /// Completes the audit.
  public AuditReport finish() {
    flows.values().forEach(this::ended);
    management.finish(lastNanos);
    connections.removeIf(connection -> connection.isGone() || connection.isEmpty());
    return AuditReport.of(judged, others, passes, complete, connections, losses, doubts);
  }
}
