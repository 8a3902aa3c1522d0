package org.ibassay.wire.pm;

import java.util.List;
import java.util.function.Consumer;
import org.ibassay.wire.mad.GmpAttribute;

/// The optional attributes of performance management that are of one shape: which port, which
/// counters, and the counters (16.1.4); those of congestion control (annex A10) and of quality of
/// service (annex A13), too.
///
/// Where libibmad, python-rdma and ibsim spell a name otherwise, that of most is taken, and of two
/// libibmad's, which perfquery prints: so it is PortMalformedPacketErrors, which libibmad shortens,
/// but XmtDataSL and not PortXmitDataSL.
final class OptionalCounters {
  /// Virtual lanes, and service levels.
  private static final int VLS = 16;

  static final List<GmpAttribute> ALL =
      List.of(
          of(
              0x0015,
              "PortRcvErrorDetails",
              "16.1.4.1",
              16,
              t -> {
                t.counter("PortLocalPhysicalErrors", 32, 16);
                t.counter("PortMalformedPacketErrors", 48, 16);
                t.counter("PortBufferOverrunErrors", 64, 16);
                t.counter("PortDLIDMappingErrors", 80, 16);
                t.counter("PortVLMappingErrors", 96, 16);
                t.counter("PortLoopingErrors", 112, 16);
              }),
          of(
              0x0016,
              "PortXmitDiscardDetails",
              "16.1.4.2",
              12,
              t -> {
                t.counter("PortInactiveDiscards", 32, 16);
                t.counter("PortNeighborMTUDiscards", 48, 16);
                t.counter("PortSwLifetimeLimitDiscards", 64, 16);
                t.counter("PortSwHOQLifetimeLimitDiscards", 80, 16);
              }),
          byOpCode(
              0x0017,
              "PortOpRcvCounters",
              "16.1.4.3",
              12,
              t -> {
                t.counter("PortOpRcvPkts", 32, 32);
                t.counter("PortOpRcvData", 64, 32);
              }),
          of(
              0x0018,
              "PortFlowCtlCounters",
              "16.1.4.4",
              12,
              t -> {
                t.counter("PortXmitFlowPkts", 32, 32);
                t.counter("PortRcvFlowPkts", 64, 32);
              }),
          byOpCode(0x0019, "PortVLOpPackets", "16.1.4.5", 36, t -> each(t, "PortVLOpPackets", 16)),
          byOpCode(0x001A, "PortVLOpData", "16.1.4.6", 68, t -> each(t, "PortVLOpData", 32)),
          of(
              0x001B,
              "PortVLXmitFlowCtlUpdateErrors",
              "16.1.4.7",
              8,
              t -> each(t, "PortVLXmitFlowCtlUpdateErrors", 2)),
          of(0x001C, "PortVLXmitWaitCounters", "16.1.4.8", 36, t -> each(t, "PortVLXmitWait", 16)),
          of(0x0030, "SwPortVLCongestion", "16.1.4.9", 36, t -> each(t, "SWPortVLCongestion", 16)),
          of(
              0x0031,
              "PortRcvConCtrl",
              "A10",
              12,
              t -> {
                t.counter("PortPktRcvFECN", 32, 32);
                t.counter("PortPktRcvBECN", 64, 32);
              }),
          of(0x0032, "PortSLRcvFECN", "A10", 68, t -> each(t, "PortSLRcvFECN", 32)),
          of(0x0033, "PortSLRcvBECN", "A10", 68, t -> each(t, "PortSLRcvBECN", 32)),
          of(0x0034, "PortXmitConCtrl", "A10", 8, t -> t.counter("PortXmitTimeCong", 32, 32)),
          of(
              0x0035,
              "PortVLXmitTimeCong",
              "A10",
              64,
              t -> t.counters("PortVLXmitTimeCong", 32, 32, VLS - 1)),
          of(0x0036, "PortXmitDataSL", "A13.6.5", 68, t -> each(t, "XmtDataSL", 32)),
          of(0x0037, "PortRcvDataSL", "A13.6.5", 68, t -> each(t, "RcvDataSL", 32)));

  private OptionalCounters() {}

  private static GmpAttribute of(
      int id, String name, String section, int bytes, Consumer<PmTable> counters) {
    return build(new PmTable(id, name, section, bytes), counters);
  }

  private static GmpAttribute byOpCode(
      int id, String name, String section, int bytes, Consumer<PmTable> counters) {
    PmTable table = new PmTable(id, name, section, bytes);
    table.opCode();
    return build(table, counters);
  }

  private static GmpAttribute build(PmTable table, Consumer<PmTable> counters) {
    table.portSelect();
    table.counterSelect();
    counters.accept(table);
    return table.build();
  }

  private static void each(PmTable table, String name, int width) {
    table.counters(name, 32, width, VLS);
  }
}
