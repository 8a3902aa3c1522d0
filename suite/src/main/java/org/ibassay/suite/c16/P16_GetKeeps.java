package org.ibassay.suite.c16;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.PmTest;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;

/// # A Get of counters changes none
///
/// - Section: 16.1.3.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-get-keeps#01, ia-p16-get-keeps#02, ia-p16-get-keeps#03, ia-p16-get-keeps#04
///
/// Counters only grow while they are read: whatever a Get carries, it neither sets nor clears a
/// counter. Nor does a request that is rejected.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - Counters of packets and data grow by the Gets themselves. Where others may use the link,
///   counters of errors may grow, too.
/// - The counters of errors are set first, as most are 0 on a good link. Where a Set clears, they
///   stay 0 and show less; nothing can restore them, and the verdict notes it.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID. BEFORE =
///   PerformanceGetResp(PortCounters). PerformanceSet(PortCounters) of each counter of errors to 5.
///   FIRST = PerformanceGetResp(PortCounters).
/// - 2: SECOND = PerformanceGetResp(PortCounters); verify that no counter is less than in FIRST.
///   [ia-p16-get-keeps#01]
/// - 3: SendMad(PerformanceGet(PortCounters)) with CounterSelect 0xFFFF and all counters 0; then
///   read again and verify that no counter is less than in SECOND. [ia-p16-get-keeps#02]
/// - 4: SendMad(PerformanceGet(PortCounters)) with CounterSelect 0xFFFF and all other bits set;
///   then read again and verify that no counter of errors differs from SECOND, nor is any counter
///   less. [ia-p16-get-keeps#03]
/// - 5: Repeat with PerformanceGet(PortCounters) of AttributeModifier 0x80000000, of PortSelect 255
///   and, if there is no such port, 254; with PerformanceGet of ClassPortInfo, PortCountersExtended
///   and attribute 0x7FFF; and with method 0x7F: send it, whatever the response; read, and verify
///   as in step 4. [ia-p16-get-keeps#04]
/// - 6: PerformanceSet(PortCounters) with the values of BEFORE, where a Set writes values.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_GetKeeps extends PmTest {
  private static final int ERRORS = 0x0FFF;
  private static final int FEW = 5;
  private static final int ALL_PORTS = 255;
  private static final int NO_PORT = 254;
  private static final int NO_ATTRIBUTE = 0x7FFF;
  private static final int NO_METHOD = 0x7F;
  private static final long MODIFIER = 0x8000_0000L;

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> counters(port));
  }

  private void counters(int port) throws TestException {
    MadPacketSpec before = read(PortCounters.ATTRIBUTE, port);
    exchangeOk(CounterAttribute.PLAIN.set(port, ERRORS, _ -> FEW));
    MadPacketSpec first = read(PortCounters.ATTRIBUTE, port);
    boolean isWritten = isStored(first, PortCounters.SYMBOL_ERROR_COUNTER, FEW);
    reading(first.frame(), Reading.PMA_SET_VALUE, isWritten ? "value" : "cleared");
    step("2");
    MadPacketSpec second = read(PortCounters.ATTRIBUTE, port);
    verifyKept(second, first);
    step("3");
    exchangeOk(get(port, (byte) 0));
    verifyKept(read(PortCounters.ATTRIBUTE, port), second);
    step("4");
    exchangeOk(get(port, (byte) 0xFF));
    MadPacketSpec last = read(PortCounters.ATTRIBUTE, port);
    verifyKept(last, second);
    for (MadPacketSpec request : others(port)) {
      step("5");
      sendMadOnce(request);
      receiveMadIfAny();
      verifyKept(read(PortCounters.ATTRIBUTE, port), last);
    }
    step("6");
    if (isWritten) {
      exchangeOk(CounterAttribute.PLAIN.restore(port, before));
    } else {
      remark("the counters were cleared: a Set of this DUT cannot restore them");
    }
  }

  private MadPacketSpec get(int port, byte fill) {
    MadPacketSpec get = performanceGet(PortCounters.ATTRIBUTE);
    get.data().fill(fill);
    return get.setData(PortCounters.PORT_SELECT, port)
        .setData(PortCounters.COUNTER_SELECT, PortCounter.ALL_PLAIN);
  }

  /// Requests that change nothing, with data that would clear all counters.
  private List<MadPacketSpec> others(int port) throws TestException {
    List<MadPacketSpec> all = new ArrayList<>();
    all.add(get(port, (byte) 0).attributeModifier(MODIFIER));
    all.add(get(ALL_PORTS, (byte) 0));
    if (nodeInfo().data(NodeInfo.NUM_PORTS) < NO_PORT) {
      all.add(get(NO_PORT, (byte) 0));
    }
    all.add(performanceGet(PmClassPortInfo.ATTRIBUTE));
    all.add(
        get(port, (byte) 0).setHeader(MadHeader.ATTRIBUTE_ID, PortCountersExtended.ATTRIBUTE.id()));
    all.add(get(port, (byte) 0).setHeader(MadHeader.ATTRIBUTE_ID, NO_ATTRIBUTE));
    all.add(get(port, (byte) 0).setHeader(MadHeader.METHOD, NO_METHOD));
    return all;
  }

  /// Verifies that no counter is less than before, and no counter of errors greater on a link that
  /// is the tester's alone.
  private void verifyKept(MadPacketSpec later, MadPacketSpec earlier) {
    for (PortCounter counter : PortCounter.PLAIN) {
      long before = earlier.data(counter.field());
      long now = later.data(counter.field());
      boolean mayGrow = !counter.isError() || (!isExclusive() && now < counter.field().max());
      verify(
          later,
          now == before || (mayGrow && now >= before),
          () -> "%s %d%s".formatted(counter.field().name(), before, mayGrow ? " or more" : ""),
          () -> "%s %d".formatted(counter.field().name(), now));
    }
  }
}
