package org.ibassay.suite.c16;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
import org.ibassay.wire.pm.PortCountersExtended;

/// # Each port has its own counters
///
/// - Section: 16.1.3.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-each-port#01, ia-p16-each-port#02, ia-p16-each-port#03,
///   ia-p16-each-port#04, ia-p16-each-port#05, ia-p16-each-port#06, ia-p16-each-port#07
///
/// A Set of the counters of one port changes those of no other port; PortSelect 255 selects all
/// ports, and a port that does not exist is rejected.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - Of a device that clears a counter on each Set, the reading `pma-set-value`, less can be seen:
///   only ports that have counted differ.
/// - Where others may use the links, a counter of errors may grow by up to 15 between two requests.
/// - A counter of packets or data may grow between two requests. Where the link is the tester's
///   alone, it may have its value or up to 0xFFFFF more, elsewhere its value or more. The ports are
///   set from the last to the first, with values that grow with the number of the port, so a
///   counter that ports share is less than its value.
/// - Where a Set writes values, the counters are set back to the values of step 1, which loses the
///   counts in between. Where a Set clears, nothing can restore them; the verdict notes it.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID. SubnGet(NodeInfo);
///   NUM_PORTS = NodeInfo:NumPorts. Read PortCounters of each port from 1 to NUM_PORTS; a port that
///   is rejected is left out. With fewer than two this test does not apply.
/// - 2: PerformanceSet(PortCounters) of all counters, with different values for each port; then
///   read each port. Verify its values or, on a device that clears, error counters of 0.
///   [ia-p16-each-port#01]
/// - 3: Where AllPortSelect is 1: PerformanceGet(PortCounters) with PortSelect 255; verify that no
///   counter is less than that of any port in step 2. [ia-p16-each-port#04]
/// - 3.1: Where AllPortSelect is 1 and a Set writes values: PerformanceSet(PortCounters) of all
///   counters of each port to their greatest value; PerformanceGet(PortCounters) with PortSelect
///   255; verify that each counter has its greatest value. Set the values of step 2 again.
///   [ia-p16-each-port#07]
/// - 4: PerformanceSet(PortCounters) with all counters 0 and PortSelect of a port that does not
///   exist: NUM_PORTS + 1, 129 and 254, as far as there is no such port. Verify Status.Code == 7;
///   read each port, and verify as in step 2. [ia-p16-each-port#05]
/// - 5: Where AllPortSelect is 1: PerformanceSet(PortCounters) with PortSelect 255, CounterSelect 1
///   and value 0; read each port. Verify SymbolErrorCounter == 0, and the other counters as in step
///   2. [ia-p16-each-port#03]
/// - 5.1: Where AllPortSelect is 1: PerformanceSet(PortCounters) with PortSelect 255, CounterSelect
///   0xFFFF and all values 0; read each port. Verify that each counter of errors is 0, and each
///   other less than in step 2. [ia-p16-each-port#03]
/// - 6: Set the values of step 2 again. Repeat for each port: PerformanceSet(PortCounters) of all
///   counters to 0; read the next port. Verify that it has kept its values. [ia-p16-each-port#02]
/// - 7: Where PortCountersExtended is declared: steps 2, 5, 5.1 and 6 with PortCountersExtended and
///   its first counter. [ia-p16-each-port#06]
/// - 8: Where PortCountersExtended is declared: PerformanceGet(PortCountersExtended) of the ports
///   of step 4 that do not exist. Verify Status.Code == 7. [ia-p16-each-port#05]
/// - 9: PerformanceSet of the counters to what each port had, where a Set writes values.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_EachPort extends PmTest {
  private static final int ALL_PORTS = 255;
  private static final long STRIDE = 0x10_0000;
  private static final long FIRST_TRAFFIC = 0x1000_0000;

  private boolean isWritten;

  /// A port, and its counters as first read.
  private record Held(int port, MadPacketSpec counters) {}

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(this::eachPort);
  }

  private void eachPort() throws TestException {
    int numPorts = (int) nodeInfo().data(NodeInfo.NUM_PORTS);
    List<Held> ports = readAll(CounterAttribute.PLAIN, numPorts);
    if (ports.size() < 2) {
      leaveOutRest("the DUT shows counters of fewer than two ports");
      return;
    }
    MadPacketSpec info = exchangeOk(performanceGet(PmClassPortInfo.ATTRIBUTE));
    boolean hasAll = info.data(PmClassPortInfo.ALL_PORT_SELECT) == 1;
    boolean hasExtended = PortCounter.isExtendedDeclared(info);
    if (!hasAll) {
      leaveOut("the DUT declares AllPortSelect = 0", "3", "3.1");
      leaveOut("the DUT declares AllPortSelect = 0", "5", "5.1");
    }
    if (!hasExtended) {
      leaveOut("the DUT declares no PortCountersExtended", "7", "8");
    }
    int[] missing =
        IntStream.of(numPorts + 1, 129, 254).filter(p -> p > numPorts && p < ALL_PORTS).toArray();
    if (missing.length == 0) {
      leaveOut("the DUT has a port for each PortSelect", "4", "4");
      leaveOut("the DUT has a port for each PortSelect", "8", "8");
    }
    writeAndVerify("2", CounterAttribute.PLAIN, ports);
    if (hasAll) {
      verifySum(ports);
      verifyGreatestSum(ports);
    }
    for (int port : missing) {
      at("PortSelect", port, () -> verifyMissing(port, ports));
    }
    if (hasAll) {
      verifyAllPorts("5", CounterAttribute.PLAIN, ports);
      verifyAllCleared("5.1", CounterAttribute.PLAIN, ports);
    }
    verifyKept("6", CounterAttribute.PLAIN, ports);
    step("9");
    putBack(CounterAttribute.PLAIN, ports);
    if (hasExtended) {
      step("7");
      List<Held> extended = readAll(CounterAttribute.EXTENDED, numPorts);
      writeAndVerify("7", CounterAttribute.EXTENDED, extended);
      if (hasAll) {
        verifyAllPorts("7", CounterAttribute.EXTENDED, extended);
        verifyAllCleared("7", CounterAttribute.EXTENDED, extended);
      }
      verifyKept("7", CounterAttribute.EXTENDED, extended);
      for (int port : missing) {
        at("PortSelect", port, () -> verifyMissingExtended(port));
      }
      step("9");
      putBack(CounterAttribute.EXTENDED, extended);
    }
  }

  private List<Held> readAll(CounterAttribute of, int numPorts) throws TestException {
    List<Held> ports = new ArrayList<>();
    for (int port = 1; port <= numPorts; port++) {
      sendMad(performanceGet(of.attribute()).setData(PortCounters.PORT_SELECT, port));
      MadPacketSpec read = receiveMad();
      if (read.status() == MadStatus.OK) {
        ports.add(new Held(port, read));
      }
    }
    return ports;
  }

  private void writeAll(CounterAttribute of, List<Held> ports) throws TestException {
    for (Held held : ports.reversed()) {
      exchangeOk(of.set(held.port(), of.all(), counter -> value(held.port(), counter)));
    }
  }

  private void writeAndVerify(String step, CounterAttribute of, List<Held> ports)
      throws TestException {
    step(step);
    writeAll(of, ports);
    for (Held held : ports) {
      at(
          "port",
          held.port(),
          () -> {
            MadPacketSpec read = read(of.attribute(), held.port());
            isWritten =
                of.equals(CounterAttribute.PLAIN)
                    ? isStored(
                        read,
                        PortCounters.SYMBOL_ERROR_COUNTER,
                        value(held.port(), PortCounter.PLAIN.getFirst()))
                    : read.data(PortCountersExtended.PORT_XMIT_PKTS) >= FIRST_TRAFFIC;
            reading(read.frame(), Reading.PMA_SET_VALUE, isWritten ? "value" : "cleared");
            verifyValues(of, read, held.port());
          });
    }
  }

  /// Verifies that a port has its own values.
  private void verifyValues(CounterAttribute of, MadPacketSpec read, int port) {
    for (PortCounter counter : of.counters()) {
      verifyValue(read, port, counter);
    }
  }

  private void verifyValue(MadPacketSpec read, int port, PortCounter counter) {
    if (counter.isError()) {
      verifyErrors(read, counter.field(), isWritten ? value(port, counter) : 0);
    } else if (isWritten) {
      long least = value(port, counter);
      long is = read.data(counter.field());
      verify(
          read,
          is >= least && (!isExclusive() || is < least + STRIDE),
          () -> "%s from %d on".formatted(counter.field().name(), least),
          () -> "%s %d".formatted(counter.field().name(), is));
    }
  }

  /// A value that no other counter of the port has, and the counter of no port next to it.
  private static long value(int port, PortCounter counter) {
    return switch (counter.field().width()) {
      case 4 -> 1 + (5L * port + counter.bit()) % 15;
      case 8 -> 1 + (7L * port + 3L * counter.bit()) % 255;
      case 16 -> 1 + 0x101L * port + 3L * counter.bit();
      default -> FIRST_TRAFFIC + STRIDE * port + counter.bit();
    };
  }

  private void verifySum(List<Held> ports) throws TestException {
    step("3");
    MadPacketSpec sum = read(PortCounters.ATTRIBUTE, ALL_PORTS);
    for (PortCounter counter : PortCounter.PLAIN) {
      long greatest =
          isWritten
              ? ports.stream().mapToLong(held -> value(held.port(), counter)).max().orElse(0)
              : 0;
      long is = sum.data(counter.field());
      verify(
          sum,
          is >= greatest,
          () -> "%s %d or more".formatted(counter.field().name(), greatest),
          () -> "%s %d".formatted(counter.field().name(), is));
    }
  }

  private void verifyGreatestSum(List<Held> ports) throws TestException {
    step("3.1");
    if (!isWritten) {
      notApplicable("the DUT clears a counter that is set");
      return;
    }
    CounterAttribute of = CounterAttribute.PLAIN;
    for (Held held : ports) {
      exchangeOk(of.set(held.port(), of.all(), counter -> counter.field().max()));
    }
    MadPacketSpec sum = read(of.attribute(), ALL_PORTS);
    for (PortCounter counter : of.counters()) {
      verifyData(sum, counter.field(), counter.field().max());
    }
    writeAll(of, ports);
  }

  private void verifyMissing(int missing, List<Held> ports) throws TestException {
    step("4");
    CounterAttribute of = CounterAttribute.PLAIN;
    sendMad(of.set(missing, of.all(), _ -> 0));
    verifyStatusCode(receiveMad(), MadStatus.INVALID_FIELD);
    for (Held held : ports) {
      at(
          "port",
          held.port(),
          () -> verifyValues(of, read(PortCounters.ATTRIBUTE, held.port()), held.port()));
    }
  }

  private void verifyMissingExtended(int missing) throws TestException {
    step("8");
    sendMad(
        performanceGet(CounterAttribute.EXTENDED.attribute())
            .setData(PortCounters.PORT_SELECT, missing));
    verifyStatusCode(receiveMad(), MadStatus.INVALID_FIELD);
  }

  private void verifyAllPorts(String step, CounterAttribute of, List<Held> ports)
      throws TestException {
    step(step);
    PortCounter first = of.counters().getFirst();
    exchangeOk(of.set(ALL_PORTS, first.mask(), _ -> 0));
    for (Held held : ports) {
      at(
          "port",
          held.port(),
          () -> {
            MadPacketSpec read = read(of.attribute(), held.port());
            for (PortCounter counter : of.counters()) {
              if (!counter.equals(first)) {
                verifyValue(read, held.port(), counter);
              } else if (counter.isError()) {
                verifyErrors(read, counter.field(), 0);
              } else {
                verifyCleared(read, counter);
              }
            }
          });
    }
  }

  private void verifyAllCleared(String step, CounterAttribute of, List<Held> ports)
      throws TestException {
    step(step);
    writeAll(of, ports);
    exchangeOk(of.set(ALL_PORTS, of.all(), _ -> 0));
    for (Held held : ports) {
      at("port", held.port(), () -> verifyAllCleared(of, read(of.attribute(), held.port())));
    }
  }

  private void verifyAllCleared(CounterAttribute of, MadPacketSpec read) {
    for (PortCounter counter : of.counters()) {
      if (counter.isError()) {
        verifyErrors(read, counter.field(), 0);
      } else {
        verifyCleared(read, counter);
      }
    }
  }

  private void verifyCleared(MadPacketSpec read, PortCounter counter) {
    long is = read.data(counter.field());
    verify(
        read,
        is < FIRST_TRAFFIC,
        () -> "%s cleared".formatted(counter.field().name()),
        () -> "%s %d".formatted(counter.field().name(), is));
  }

  private void verifyKept(String step, CounterAttribute of, List<Held> ports) throws TestException {
    step(step);
    writeAll(of, ports);
    for (int i = 0; i < ports.size(); i++) {
      exchangeOk(of.set(ports.get(i).port(), of.all(), _ -> 0));
      if (i + 1 < ports.size()) {
        int next = ports.get(i + 1).port();
        at("port", next, () -> verifyValues(of, read(of.attribute(), next), next));
      }
    }
  }

  private void putBack(CounterAttribute of, List<Held> ports) throws TestException {
    if (!isWritten) {
      remark("the counters were cleared: a Set of this DUT cannot restore them");
      return;
    }
    for (Held held : ports) {
      exchangeOk(of.restore(held.port(), held.counters()));
    }
  }
}
