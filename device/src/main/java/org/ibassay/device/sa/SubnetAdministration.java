package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.Subnet;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.MultiPathRecord;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;
import org.jspecify.annotations.Nullable;

/// Subnet administration of one port's subnet: handles requests to its queue pair 1.
///
/// It does not respond before the first sweep is complete or while the subnet manager is not the
/// master (C15-0.1.3), nor to requesters outside the subnet or with a wrong SM_Key (C15-0.1.5). For
/// unknown methods and attributes, it responds with the status in 13.4.7; OpenSM does not respond.
public final class SubnetAdministration {
  private static final int BASE_VERSION = 1;

  private final Fabric fabric;
  private final SaRules rules;
  private final WrongMethods wrongMethods;
  private final long delayNanos;
  private final Map<Integer, RecordService> records = new HashMap<>();
  private final MultiPaths multiPaths = new MultiPaths();
  private final RequestWays ways;
  private final Transfers transfers;
  private final SegmentedRequests requests;
  private final Reports reports;
  private final BooleanSupplier isMaster;
  private final Consumer<Packet> carryOut = this::carryOut;
  private @Nullable Subnet subnet;

  /// @param port its port of the node
  /// @param delayNanos time from receiving a request to sending its response
  /// @param smInfo of the subnet's manager
  /// @param isMaster whether that manager is the master
  /// @param parts its other parts
  public SubnetAdministration(
      Node node,
      int port,
      long delayNanos,
      Supplier<MemorySegment> smInfo,
      BooleanSupplier isMaster,
      SaParts parts) {
    this.fabric = node.fabric();
    this.isMaster = isMaster;
    this.rules = parts.rules();
    this.wrongMethods = parts.wrongMethods();
    this.delayNanos = delayNanos;
    this.ways = parts.requests();
    this.transfers = new Transfers(node, port, rules);
    this.requests = new SegmentedRequests(node, port, ways, rules, this::carryOut);
    Subscriptions subscriptions = new Subscriptions(parts.reports());
    this.reports = new Reports(node, port, parts.reports(), subscriptions, parts.reportTries());
    List.of(
            ManagerRecords.classPortInfo(parts.hasGroups(), ways.isSupported()),
            ManagerRecords.managers(smInfo),
            NodeRecords.nodes(),
            NodeRecords.switches(),
            NodeRecords.links(),
            new PortInfoRecords(),
            new PathRecords(),
            new ServiceRecords(parts.services()),
            BlockRecords.slToVl(),
            BlockRecords.vlArbitration(),
            BlockRecords.pKeys(),
            BlockRecords.guids(),
            BlockRecords.linear(),
            BlockRecords.random(),
            BlockRecords.multicast())
        .forEach(this::add);
    if (parts.hasGroups()) {
      add(new Groups(parts.groups(), reports::group, parts.forwarding()));
    }
    if (parts.hasReports()) {
      add(subscriptions);
      add(subscriptions.records());
    }
  }

  private void add(RecordService handler) {
    records.put(handler.attribute().id(), handler);
  }

  /// Returns the store of services of a conforming SA.
  public static ServiceStore services() {
    return new LeasedServices();
  }

  /// Sets the subnet as known after a sweep; until then, requests are not answered.
  public void serve(Subnet swept) {
    Subnet seen = rules.subnet(swept);
    subnet = seen;
    reports.swept(seen);
  }

  /// Reports a trap of a port to its subscribers.
  ///
  /// @param notice attribute of the trap
  /// @param lid source LID of the trap
  public void forward(MemorySegment notice, int lid) {
    reports.forward(notice, lid);
  }

  /// Handles a MAD received by queue pair 1, and releases it.
  public void accept(Packet packet) {
    MemorySegment mad = packet.mad();
    if (MadHeader.MGMT_CLASS.get(mad, 0) != Gmp.SUBNET_ADMINISTRATION) {
      fabric.release(packet);
    } else if (MadHeader.METHOD.get(mad, 0) == SaMethod.REPORT_RESP) {
      reports.answered(packet);
    } else if (SegmentedRequests.isOfResponse(mad)) {
      requests.unasked(packet);
      fabric.release(packet);
    } else if (ways.isSupported()
        && SegmentedRequests.isPart(mad)
        && !transfers.isUnderWay(packet)) {
      if (subnet != null) {
        requests.accept(packet);
      }
      fabric.release(packet);
    } else if (isAboutTransfer(mad)) {
      transfers.accept(packet);
    } else {
      fabric.after(delayNanos, packet, carryOut);
    }
  }

  private static boolean isAboutTransfer(MemorySegment mad) {
    return RmppHeader.ACTIVE.get(mad, 0) == 1
        && RmppHeader.TYPE.get(mad, 0) != RmppHeader.TYPE_DATA;
  }

  private void carryOut(Packet packet) {
    carryOut(packet.mad(), packet);
    fabric.release(packet);
  }

  /// @param mad the request, of any length
  /// @param packet the packet with the request, or its last segment
  private void carryOut(MemorySegment mad, Packet packet) {
    Subnet known = subnet;
    Optional<EndPort> requester = known == null ? Optional.empty() : known.byLid(packet.slid());
    boolean isActive = isMaster.getAsBoolean() || rules.answersInStandby();
    if (known != null && isActive && requester.isPresent() && isHeard(packet)) {
      SaCall call = call(mad, requester.get(), known);
      if (rules.hears(call)) {
        RecordAnswer answer = rules.answer(call, wrongMethods.answer(answer(call)));
        if (!wrongMethods.drops(answer)) {
          transfers.send(call, message(call, answer), isTable(call, answer), packet);
        }
      }
    }
  }

  private boolean isHeard(Packet packet) {
    MemorySegment mad = packet.mad();
    int method = (int) MadHeader.METHOD.get(mad, 0);
    boolean hasAnswer =
        (method & Method.RESPONSE_BIT) == 0
            && method != SaMethod.TRAP
            && method != SaMethod.REPORT
            && method != SaMethod.TRAP_REPRESS;
    return hasAnswer && !transfers.isUnderWay(packet);
  }

  private SaCall call(MemorySegment mad, EndPort requester, Subnet known) {
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) mad.byteSize()]).copyFrom(mad);
    long mask = SaHeader.COMPONENT_MASK.get(copy, 0);
    SaCall call = new SaCall(copy, mask, requester, known, fabric.nanos());
    return call.withMask(rules.componentMask(call));
  }

  private RecordAnswer answer(SaCall call) {
    if (MadHeader.BASE_VERSION.get(call.mad(), 0) != BASE_VERSION
        || MadHeader.CLASS_VERSION.get(call.mad(), 0) != SaHeader.CLASS_VERSION) {
      return RecordAnswer.common(MadStatus.BAD_VERSION);
    }
    RecordService handler = records.get(call.attributeId());
    return switch (call.method()) {
      case SaMethod.GET -> handler == null ? RecordAnswer.UNSUPPORTED : single(handler.find(call));
      case SaMethod.GET_TABLE ->
          handler == null || !handler.hasTables() ? RecordAnswer.UNSUPPORTED : handler.find(call);
      case SaMethod.SET -> handler == null ? RecordAnswer.UNSUPPORTED : handler.set(call);
      case SaMethod.DELETE -> handler == null ? RecordAnswer.UNSUPPORTED : handler.delete(call);
      case SaMethod.GET_MULTI ->
          ways.isSupported() && isMulti(call) ? multiPaths.find(call) : RecordAnswer.UNSUPPORTED;
      case SaMethod.GET_TRACE_TABLE -> RecordAnswer.UNSUPPORTED;
      default -> RecordAnswer.common(MadStatus.BAD_METHOD);
    };
  }

  /// A Get returns one record or an error status; a GetTable may return no records (15.4.4).
  private static RecordAnswer single(RecordAnswer found) {
    return switch (found.records().size()) {
      case 0 -> found.isRefusal() ? found : RecordAnswer.refused(SaStatus.NO_RECORDS);
      case 1 -> found;
      default -> RecordAnswer.refused(SaStatus.TOO_MANY_RECORDS);
    };
  }

  private static boolean isMulti(SaCall call) {
    return call.method() == SaMethod.GET_MULTI && call.isFor(MultiPathRecord.ATTRIBUTE);
  }

  /// Tables are sent by RMPP, whatever their length; error responses are not.
  private static boolean isTable(SaCall call, RecordAnswer answer) {
    return (call.method() == SaMethod.GET_TABLE || isMulti(call))
        && (!answer.isRefusal() || !answer.records().isEmpty());
  }

  /// Returns the whole response: all headers, and the records at multiples of 8 bytes.
  private MemorySegment message(SaCall call, RecordAnswer answer) {
    int units = answer.records().isEmpty() ? 0 : units(answer.records().getFirst());
    int bytes = SaHeader.DATA + units * 8 * answer.records().size();
    MemorySegment message = MemorySegment.ofArray(new byte[bytes]);
    MemorySegment.copy(call.mad(), 0, message, 0, MadHeader.LAYOUT.bytes());
    MadHeader.METHOD.set(message, 0, SaMethod.response(call.method()));
    MadHeader.STATUS.set(message, 0, answer.status());
    MadHeader.ATTRIBUTE_ID.set(
        message, 0, SaAttributes.answered(call.method(), call.attributeId()));
    SaHeader.ATTRIBUTE_OFFSET.set(message, 0, units);
    SaHeader.COMPONENT_MASK.set(message, 0, SaHeader.COMPONENT_MASK.get(call.mad(), 0));
    long at = SaHeader.DATA;
    for (MemorySegment record : answer.records()) {
      MemorySegment.copy(record, 0, message, at, record.byteSize());
      at += units * 8L;
    }
    rules.message(call, message);
    return message;
  }

  private static int units(MemorySegment record) {
    return (int) (record.byteSize() + 7) / 8;
  }
}
