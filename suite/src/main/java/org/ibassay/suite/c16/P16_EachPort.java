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
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;

/// # Each port has counters of its own
///
/// - Section: 16.1.3.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-each-port#01, ia-p16-each-port#02, ia-p16-each-port#03
///
/// What is set at one port is neither seen nor lost at another; PortSelect 255 sets all.
///
/// ## Notes
///
/// - Ours.
/// - A device that clears a counter on each Set, the reading `pma-set-value`, shows little of this:
///   of its ports only those that have counted differ.
/// - Where a Set writes values, the counters are set to what they had, and so lose what was counted
///   in between. Where a Set clears, nothing can restore them; the verdict notes it.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID. SubnGet(NodeInfo);
///   NUM_PORTS = NodeInfo:NumPorts. Read PortCounters of each port from 1 to NUM_PORTS; a port that
///   is refused is left out. With fewer than two this test does not apply.
/// - 2: PerformanceSet(PortCounters) of SymbolErrorCounter, a different value for each port; then
///   read each. Verify the port's value, or 0 on a device that clears. [ia-p16-each-port#01]
/// - 3: Repeat for each port: PerformanceSet(PortCounters) of SymbolErrorCounter to 0; read the
///   next port. Verify that it has kept its value. [ia-p16-each-port#02]
/// - 4: Where AllPortSelect is 1: set the values of step 2 again, then PerformanceSet(PortCounters)
///   with PortSelect 255, CounterSelect 1 and value 0; read each port. Verify SymbolErrorCounter ==
///   0. [ia-p16-each-port#03]
/// - 5: PerformanceSet(PortCounters) of SymbolErrorCounter to what each port had, where a Set
///   writes values.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_EachPort extends PmTest {
  private static final int ALL_PORTS = 255;

  /// A port and its SymbolErrorCounter before the test.
  private record Held(int port, long value) {}

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(this::eachPort);
  }

  private void eachPort() throws TestException {
    int numPorts = (int) nodeInfo().data(NodeInfo.NUM_PORTS);
    List<Held> ports = new ArrayList<>();
    for (int port = 1; port <= numPorts; port++) {
      sendMad(performanceGet(PortCounters.ATTRIBUTE).setData(PortCounters.PORT_SELECT, port));
      MadPacketSpec read = receiveMad();
      if (read.status() == MadStatus.OK) {
        ports.add(new Held(port, read.data(PortCounters.SYMBOL_ERROR_COUNTER)));
      }
    }
    if (ports.size() < 2) {
      leaveOutRest("the DUT shows counters of fewer than two ports");
      return;
    }
    step("2");
    writeAll(ports);
    boolean isWritten = symbolErrors(ports.getFirst()).data(PortCounters.SYMBOL_ERROR_COUNTER) != 0;
    verifyAll(ports, isWritten);
    step("3");
    for (int i = 0; i < ports.size(); i++) {
      set(ports.get(i).port(), 0);
      Held next = ports.get((i + 1) % ports.size());
      boolean isCleared = !isWritten || i == ports.size() - 1;
      at("port", next.port(), () -> verifyHeld(next, isCleared ? 0 : value(next)));
    }
    verifyAllPorts(ports);
    step("5");
    for (Held held : ports) {
      if (isWritten) {
        set(held.port(), held.value());
      }
    }
    if (!isWritten) {
      remark("SymbolErrorCounter was cleared: a Set of this DUT cannot restore it");
    }
  }

  private void verifyAllPorts(List<Held> ports) throws TestException {
    step("4");
    MadPacketSpec info = exchangeOk(performanceGet(PmClassPortInfo.ATTRIBUTE));
    if (info.data(PmClassPortInfo.ALL_PORT_SELECT) == 0) {
      notApplicable("the DUT declares AllPortSelect = 0");
      return;
    }
    writeAll(ports);
    set(ALL_PORTS, 0);
    verifyAll(ports, false);
  }

  private void writeAll(List<Held> ports) throws TestException {
    for (Held held : ports) {
      set(held.port(), value(held));
    }
  }

  private void verifyAll(List<Held> ports, boolean isWritten) throws TestException {
    for (Held held : ports) {
      at("port", held.port(), () -> verifyHeld(held, isWritten ? value(held) : 0));
    }
  }

  private static long value(Held held) {
    return 0x100L + held.port();
  }

  private MadPacketSpec symbolErrors(Held held) throws TestException {
    MadPacketSpec read = read(PortCounters.ATTRIBUTE, held.port());
    boolean isWritten = read.data(PortCounters.SYMBOL_ERROR_COUNTER) != 0;
    reading(read.frame(), Reading.PMA_SET_VALUE, isWritten ? "value" : "cleared");
    return read;
  }

  private void verifyHeld(Held held, long expected) throws TestException {
    verifyData(
        read(PortCounters.ATTRIBUTE, held.port()), PortCounters.SYMBOL_ERROR_COUNTER, expected);
  }

  private void set(int port, long value) throws TestException {
    exchangeOk(
        performanceSet(PortCounters.ATTRIBUTE)
            .setData(PortCounters.PORT_SELECT, port)
            .setData(PortCounters.COUNTER_SELECT, 1)
            .setData(PortCounters.SYMBOL_ERROR_COUNTER, value));
  }
}
