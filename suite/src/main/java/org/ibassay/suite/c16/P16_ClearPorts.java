package org.ibassay.suite.c16;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.PmTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.jspecify.annotations.Nullable;

/// # Counters that have counted are cleared on the selected ports only
///
/// - Section: 16.1.3.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-clear-ports#01, ia-p16-clear-ports#02, ia-p16-clear-ports#03,
///   ia-p16-clear-ports#04
///
/// P16_EachPort writes values to the counters of each port. Most devices clear a counter that is
/// set: there, only counters that have counted show which ports a Set has cleared. This test lets
/// the port that receives the requests count, and clears other ports, and all.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - Of another port than the one that receives the requests, a counter is judged after a Set for
///   all ports if it has counted more than 16 packets before, and has not counted between the reads
///   of steps 1 and 2: others may use the port.
/// - Where others may use the link, a counter of errors may grow by up to 15 between two requests.
/// - Where a Set writes values, the counters are set to what they had, and so lose what was counted
///   in between. Where a Set clears, nothing can restore them; the verdict notes it.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID. SubnGet(NodeInfo);
///   NUM_PORTS = NodeInfo:NumPorts. SendMad(PerformanceGet(ClassPortInfo)). Repeat steps 2 to 6 for
///   PortCounters and, where it is declared, PortCountersExtended: read the counters of each port
///   from 1 to NUM_PORTS; a port that is rejected is left out.
/// - 2: Where AllPortSelect is 1: read the counters of the receiving port 16 times, then those of
///   each port. PerformanceSet with PortSelect 255, a CounterSelect of the first counter only and
///   the value 0; read each port. Verify that no other counter is less than before that Set.
///   [ia-p16-clear-ports#01]
/// - 3: Where AllPortSelect is 1: PerformanceSet with PortSelect 255, a CounterSelect of all
///   counters and all values 0; read each port. Verify that each counter of errors is 0, and each
///   other less than before the Set of step 2. [ia-p16-clear-ports#02]
/// - 4: Repeat for each other port: read the counters of the receiving port 16 times.
///   PerformanceSet with that PortSelect, a CounterSelect of all counters and all values 0; read
///   the receiving port. Verify that none of its counters is less than before that Set.
///   [ia-p16-clear-ports#03]
/// - 5: As step 4, with PortSelect of a port that does not exist: 0 if the DUT is not a switch,
///   NUM_PORTS + 1, 129 and 254. Verify that the Set was rejected, and the counters as in step 4.
///   [ia-p16-clear-ports#04]
/// - 6: PerformanceSet of the counters to what each port had in step 1, where a Set writes values.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_ClearPorts extends PmTest {
  private static final int ALL_PORTS = 255;

  /// More than the tester's own reading of a port adds after it was cleared.
  private static final int GETS = 16;

  /// A counter of a port that others may use has counted four times what the tester's reading adds.
  private static final int OTHERS = 4;

  private static final long SOME = 9;

  private boolean isWritten;

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> clear(port));
  }

  private void clear(int receiver) throws TestException {
    MadPacketSpec nodeInfo = nodeInfo();
    int numPorts = (int) nodeInfo.data(NodeInfo.NUM_PORTS);
    MadPacketSpec info = exchangeOk(performanceGet(PmClassPortInfo.ATTRIBUTE));
    boolean hasAll = info.data(PmClassPortInfo.ALL_PORT_SELECT) == 1;
    if (!hasAll) {
      leaveOut("the DUT declares AllPortSelect = 0", "2", "3");
    }
    int[] missing = missing(nodeInfo, numPorts);
    if (missing.length == 0) {
      leaveOut("the DUT has a port for each PortSelect", "5", "5");
    }
    Map<Integer, MadPacketSpec> plain = readAll(CounterAttribute.PLAIN, numPorts);
    if (plain.keySet().equals(Set.of(receiver))) {
      leaveOut("the DUT shows counters of no other port", "4", "4");
    }
    clear(CounterAttribute.PLAIN, receiver, plain, hasAll, missing);
    if (PortCounter.isExtendedDeclared(info)) {
      step("1");
      Map<Integer, MadPacketSpec> extended = readAll(CounterAttribute.EXTENDED, numPorts);
      clear(CounterAttribute.EXTENDED, receiver, extended, hasAll, missing);
    }
    if (!isWritten) {
      remark("the counters were cleared: a Set of this DUT cannot restore them");
    }
  }

  private static int[] missing(MadPacketSpec nodeInfo, int numPorts) {
    boolean isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == DutKind.SWITCH.nodeType();
    IntStream beyond =
        IntStream.of(numPorts + 1, 129, 254).filter(port -> port > numPorts && port < ALL_PORTS);
    return (isSwitch ? beyond : IntStream.concat(IntStream.of(0), beyond)).distinct().toArray();
  }

  /// Steps 2 to 6.
  private void clear(
      CounterAttribute of,
      int receiver,
      Map<Integer, MadPacketSpec> first,
      boolean hasAll,
      int[] missing)
      throws TestException {
    if (hasAll) {
      clearAll(of, receiver, first);
    }
    for (int port : first.keySet()) {
      if (port != receiver) {
        at("PortSelect", port, () -> clearOther("4", of, receiver, port));
      }
    }
    for (int port : missing) {
      at("PortSelect", port, () -> clearOther("5", of, receiver, port));
    }
    step("6");
    if (of.equals(CounterAttribute.PLAIN)) {
      exchangeOk(of.set(receiver, of.counters().getFirst().mask(), _ -> SOME));
      MadPacketSpec read = read(of.attribute(), receiver);
      isWritten = isStored(read, PortCounters.SYMBOL_ERROR_COUNTER, SOME);
    }
    if (isWritten) {
      for (Map.Entry<Integer, MadPacketSpec> port : first.entrySet()) {
        exchangeOk(of.restore(port.getKey(), port.getValue()));
      }
    }
  }

  private Map<Integer, MadPacketSpec> readAll(CounterAttribute of, int numPorts)
      throws TestException {
    Map<Integer, MadPacketSpec> ports = new LinkedHashMap<>();
    for (int port = 1; port <= numPorts; port++) {
      sendMad(performanceGet(of.attribute()).setData(PortCounters.PORT_SELECT, port));
      MadPacketSpec read = receiveMad();
      if (read.status() == MadStatus.OK) {
        ports.put(port, read);
      }
    }
    return ports;
  }

  /// Lets the receiving port count, and reads it.
  private MadPacketSpec count(CounterAttribute of, int receiver) throws TestException {
    for (int i = 0; i < GETS; i++) {
      read(of.attribute(), receiver);
    }
    return read(of.attribute(), receiver);
  }

  /// Steps 2 and 3.
  private void clearAll(CounterAttribute of, int receiver, Map<Integer, MadPacketSpec> first)
      throws TestException {
    step("2");
    Map<Integer, MadPacketSpec> before = new LinkedHashMap<>();
    before.put(receiver, count(of, receiver));
    for (int port : first.keySet()) {
      if (port != receiver) {
        before.put(port, read(of.attribute(), port));
      }
    }
    PortCounter selected = of.counters().getFirst();
    exchangeOk(of.set(ALL_PORTS, selected.mask(), _ -> 0));
    for (Map.Entry<Integer, MadPacketSpec> port : before.entrySet()) {
      at(
          "port",
          port.getKey(),
          () -> verifyKept(of, read(of.attribute(), port.getKey()), port.getValue(), selected));
    }
    step("3");
    exchangeOk(of.set(ALL_PORTS, of.all(), _ -> 0));
    for (Map.Entry<Integer, MadPacketSpec> port : before.entrySet()) {
      MadPacketSpec idle = port.getKey() == receiver ? null : first.get(port.getKey());
      at(
          "port",
          port.getKey(),
          () -> verifyCleared(of, read(of.attribute(), port.getKey()), port.getValue(), idle));
    }
  }

  /// Steps 4 and 5.
  private void clearOther(String step, CounterAttribute of, int receiver, int port)
      throws TestException {
    step(step);
    MadPacketSpec before = count(of, receiver);
    sendMad(of.set(port, of.all(), _ -> 0));
    MadPacketSpec answer = receiveMad();
    if (step.equals("5")) {
      verifyStatusCode(answer, MadStatus.INVALID_FIELD);
    }
    verifyKept(of, read(of.attribute(), receiver), before, null);
  }

  /// Verifies that no counter, except the selected one, is less than before.
  private void verifyKept(
      CounterAttribute of,
      MadPacketSpec after,
      MadPacketSpec before,
      @Nullable PortCounter selected) {
    for (PortCounter counter : of.counters()) {
      long was = before.data(counter.field());
      long is = after.data(counter.field());
      verify(
          after,
          counter.equals(selected) || is >= was,
          () -> "%s %d or more".formatted(counter.field().name(), was),
          () -> "%s %d".formatted(counter.field().name(), is));
    }
  }

  /// Verifies that all counters have been cleared.
  ///
  /// @param idle the counters of step 1 of a port that others may use; null for the receiving port,
  ///   which the tester has let count
  private void verifyCleared(
      CounterAttribute of,
      MadPacketSpec after,
      MadPacketSpec before,
      @Nullable MadPacketSpec idle) {
    for (PortCounter counter : of.counters()) {
      Field field = counter.field();
      long was = before.data(field);
      boolean isJudged =
          idle == null
              ? was > 0
              : was > OTHERS * counter.growthOfLooks() && idle.data(field) == was;
      if (counter.isError()) {
        verifyErrors(after, field, 0);
      } else if (isJudged) {
        verify(
            after,
            after.data(field) < was,
            () -> "%s cleared (was %d)".formatted(field.name(), was),
            () -> "%s %d".formatted(field.name(), after.data(field)));
      }
    }
  }
}
