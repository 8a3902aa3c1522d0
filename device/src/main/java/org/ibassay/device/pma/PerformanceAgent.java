package org.ibassay.device.pma;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.ToLongBiFunction;
import java.util.stream.IntStream;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.fabric.PortCounts;
import org.ibassay.device.fabric.PortCounts.Counter;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;
import org.ibassay.wire.pm.PortSamplesControl;
import org.ibassay.wire.pm.PortSamplesResult;
import org.ibassay.wire.pm.PortSamplesResultExtended;
import org.ibassay.wire.sa.ClassPortInfo;

/// Answers requests for the counters of a node's ports: ClassPortInfo, PortCounters,
/// PortCountersExtended, PortExtendedSpeedsCounters and those of sampling, for one port or, with
/// PortSelect 255, for all ports. A Get for all ports returns the sums.
public final class PerformanceAgent {
  /// MgmtClass of performance management.
  public static final int MGMT_CLASS = 0x04;

  private static final int CLASS_VERSION = 1;
  private static final int ALL_PORTS = 255;

  /// A value of [SimParameter#PMA_SET].
  private static final int CLEAR_BOTH = 2;

  private static final int DATA = PmaCall.DATA;
  private static final int DATA_BYTES = 192;

  private static final List<Field> PLAIN =
      List.of(
          PortCounters.SYMBOL_ERROR_COUNTER,
          PortCounters.LINK_ERROR_RECOVERY_COUNTER,
          PortCounters.LINK_DOWNED_COUNTER,
          PortCounters.PORT_RCV_ERRORS,
          PortCounters.PORT_RCV_REMOTE_PHYSICAL_ERRORS,
          PortCounters.PORT_RCV_SWITCH_RELAY_ERRORS,
          PortCounters.PORT_XMIT_DISCARDS,
          PortCounters.PORT_XMIT_CONSTRAINT_ERRORS,
          PortCounters.PORT_RCV_CONSTRAINT_ERRORS,
          PortCounters.LOCAL_LINK_INTEGRITY_ERRORS,
          PortCounters.EXCESSIVE_BUFFER_OVERRUN_ERRORS,
          PortCounters.VL15_DROPPED,
          PortCounters.PORT_XMIT_DATA,
          PortCounters.PORT_RCV_DATA,
          PortCounters.PORT_XMIT_PKTS,
          PortCounters.PORT_RCV_PKTS);

  /// In the bit order of CounterSelect; each is one of [#PASSED].
  private static final List<Field> EXTENDED =
      List.of(
          PortCountersExtended.PORT_XMIT_DATA,
          PortCountersExtended.PORT_RCV_DATA,
          PortCountersExtended.PORT_XMIT_PKTS,
          PortCountersExtended.PORT_RCV_PKTS);

  private static final List<Counter> ALL = List.of(Counter.values());
  private static final List<Counter> PASSED =
      List.of(Counter.XMIT_DATA, Counter.RCV_DATA, Counter.XMIT_PACKETS, Counter.RCV_PACKETS);

  /// Length of the reserved bytes after the header.
  private static final int RESERVED = 40;

  private static final int AFTER_ATTRIBUTE_ID = 18;

  private final Node node;
  private final Variant variant;
  private final PmaSeams seams;
  private final SamplesAgent samples;
  private final SpeedsAgent speeds;

  /// @param node the node whose ports are counted
  /// @param variant the conforming behavior
  /// @param seams the deviations
  public PerformanceAgent(Node node, Variant variant, PmaSeams seams) {
    this.node = node;
    this.variant = variant;
    this.seams = seams;
    this.samples = new SamplesAgent(node, variant, seams.samples);
    this.speeds = new SpeedsAgent(variant);
  }

  /// Whether a packet for QP1 is a request for this agent.
  public boolean isRequest(Packet packet) {
    boolean isResponse = (MadHeader.METHOD.get(packet.mad(), 0) & Method.RESPONSE_BIT) != 0;
    return MadHeader.MGMT_CLASS.get(packet.mad(), 0) == MGMT_CLASS
        && (!isResponse || seams.answersResponses.part());
  }

  /// Time until a response is sent, in nanoseconds.
  public long delayNanos() {
    return seams.delayNanos.part();
  }

  /// Replaces a request by its response.
  ///
  /// @param port port that received it
  /// @return whether there is a response
  public boolean answer(MemorySegment mad, int port) {
    if (!seams.hears.part().test(mad)) {
      return false;
    }
    MemorySegment request = MemorySegment.ofArray(mad.toArray(ValueLayout.JAVA_BYTE));
    PmaCall call = new PmaCall(node, request, mad);
    seams.requests.part().accept(call);
    int method = (int) MadHeader.METHOD.get(mad, 0) & ~Method.RESPONSE_BIT;
    boolean isKnown = method == Method.GET || method == Method.SET;
    int code =
        MadHeader.CLASS_VERSION.get(mad, 0) != CLASS_VERSION
            ? MadStatus.BAD_VERSION
            : isKnown ? execute(mad, port, method == Method.SET) : MadStatus.BAD_METHOD;
    mad.asSlice(AFTER_ATTRIBUTE_ID, 2).fill((byte) 0);
    mad.asSlice(MadHeader.LAYOUT.bytes(), RESERVED).fill((byte) 0);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.CLASS_VERSION.set(mad, 0, CLASS_VERSION);
    MadHeader.METHOD.set(
        mad,
        0,
        code == MadStatus.BAD_METHOD && !isKnown ? method | Method.RESPONSE_BIT : Method.GET_RESP);
    MadHeader.STATUS.set(mad, 0, 0);
    MadStatus.CODE.set(mad, 0, code);
    seams.responses.part().accept(call);
    return true;
  }

  private int execute(MemorySegment mad, int receiver, boolean isSet) {
    MemorySegment data = mad.asSlice(DATA, DATA_BYTES);
    int attribute = (int) MadHeader.ATTRIBUTE_ID.get(mad, 0);
    boolean isInfo = attribute == PmClassPortInfo.ATTRIBUTE.id() && !isSet;
    if (!isInfo && !has(attribute, isSet)) {
      return variant.number(SimParameter.UNSUPPORTED_CODE) == 0
          ? MadStatus.BAD_METHOD_ATTRIBUTE
          : MadStatus.BAD_METHOD;
    }
    if (variant.is(SimParameter.UNUSED_MODIFIER) && MadHeader.ATTRIBUTE_MODIFIER.get(mad, 0) != 0) {
      return MadStatus.INVALID_FIELD;
    }
    if (isInfo) {
      return classPortInfo(data);
    }
    return hasPortSelect(attribute)
        ? ofPorts(data, attribute, receiver, isSet)
        : samples.result(data, attribute);
  }

  private boolean has(int attribute, boolean isSet) {
    return attribute == PortCounters.ATTRIBUTE.id()
        || (attribute == PortCountersExtended.ATTRIBUTE.id() && hasExtended())
        || speeds.has(attribute)
        || samples.has(attribute, isSet);
  }

  private static boolean hasPortSelect(int attribute) {
    return attribute != PortSamplesResult.ATTRIBUTE.id()
        && attribute != PortSamplesResultExtended.ATTRIBUTE.id();
  }

  private int ofPorts(MemorySegment data, int attribute, int receiver, boolean isSet) {
    int port = (int) PortCounters.PORT_SELECT.get(data, 0);
    if (!isLegal(port, receiver)) {
      data.fill((byte) 0);
      PortCounters.PORT_SELECT.set(data, 0, port);
      return MadStatus.INVALID_FIELD;
    }
    List<Integer> numbers =
        port == ALL_PORTS ? IntStream.rangeClosed(1, node.ports()).boxed().toList() : List.of(port);
    if (speeds.has(attribute)) {
      return speeds.execute(data, isSet, port, numbers);
    }
    List<PortCounts> ports = numbers.stream().map(node::counts).toList();
    if (attribute == PortSamplesControl.ATTRIBUTE.id()) {
      return samples.control(data, isSet, port, ports);
    }
    boolean isPlain = attribute == PortCounters.ATTRIBUTE.id();
    if (isSet) {
      write(data, ports, isPlain);
    }
    read(data, ports, port, isPlain);
    return MadStatus.OK;
  }

  private boolean isLegal(int port, int receiver) {
    if (port == ALL_PORTS) {
      return variant.is(SimParameter.PMA_ALL_PORTS);
    }
    return port <= node.ports()
        && (node.isSwitch()
            || (port > 0 && (port == receiver || !variant.is(SimParameter.PMA_OTHER_PORT))));
  }

  private boolean hasExtended() {
    return variant.is(SimParameter.PMA_EXTENDED);
  }

  private int classPortInfo(MemorySegment data) {
    data.fill((byte) 0);
    ClassPortInfo.BASE_VERSION.set(data, 0, 1);
    ClassPortInfo.CLASS_VERSION.set(data, 0, CLASS_VERSION);
    PmClassPortInfo.ALL_PORT_SELECT.set(data, 0, variant.number(SimParameter.PMA_ALL_PORTS));
    PmClassPortInfo.IS_EXTENDED_WIDTH_SUPPORTED_NO_IETF.set(data, 0, hasExtended() ? 1 : 0);
    PmClassPortInfo.IS_RSFEC_MODE_SUPPORTED.set(data, 0, variant.number(SimParameter.PMA_RS_FEC));
    ClassPortInfo.RESP_TIME_VALUE.set(data, 0, 18);
    return MadStatus.OK;
  }

  private void write(MemorySegment data, List<PortCounts> ports, boolean isPlain) {
    long selected =
        isPlain
            ? PortCounters.COUNTER_SELECT.get(data, 0)
            : PortCountersExtended.COUNTER_SELECT.get(data, 0);
    List<Field> fields = isPlain ? PLAIN : EXTENDED;
    List<Counter> counters = isPlain ? ALL : PASSED;
    for (int bit = 0; bit < fields.size(); bit++) {
      if (((selected >> bit) & 1) == 1) {
        int way = variant.number(SimParameter.PMA_SET);
        long value = way == 0 ? fields.get(bit).get(data, 0) : 0;
        for (PortCounts port : ports) {
          if (isPlain || way == CLEAR_BOTH) {
            port.set(counters.get(bit), value);
          }
          if (!isPlain || way == CLEAR_BOTH) {
            port.setExtended(counters.get(bit), value);
          }
        }
      }
    }
  }

  private static void read(MemorySegment data, List<PortCounts> ports, int port, boolean isPlain) {
    long selected = PortCounters.COUNTER_SELECT.get(data, 0);
    data.fill((byte) 0);
    PortCounters.PORT_SELECT.set(data, 0, port);
    PortCounters.COUNTER_SELECT.set(data, 0, selected);
    List<Field> fields = isPlain ? PLAIN : EXTENDED;
    List<Counter> counters = isPlain ? ALL : PASSED;
    for (int bit = 0; bit < fields.size(); bit++) {
      put(
          data,
          fields.get(bit),
          ports,
          counters.get(bit),
          isPlain ? PortCounts::plain : PortCounts::extended);
    }
  }

  /// Writes a sum, limited to the maximum of the field.
  private static void put(
      MemorySegment data,
      Field field,
      List<PortCounts> ports,
      Counter counter,
      ToLongBiFunction<PortCounts, Counter> count) {
    long sum = 0;
    for (PortCounts port : ports) {
      sum += count.applyAsLong(port, counter);
    }
    field.set(data, 0, field.max() > 0 ? Math.min(sum, field.max()) : sum);
  }
}
