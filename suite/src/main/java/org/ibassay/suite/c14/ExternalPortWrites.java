package org.ibassay.suite.c14;

import static org.ibassay.suite.c14.PortInfoRole.EXTERNAL;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.FieldWrites;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadChecks;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.jspecify.annotations.Nullable;

/// Legal writes to the external ports of a switch, and to ports that do not exist: the common part
/// of C14_024_06_SW_01 and C14_024_06_SW_03.
final class ExternalPortWrites {
  private static final int LIFETIMES = 20;
  private static final int STALL_COUNTS = 7;
  private static final int PAIRS = LIFETIMES * STALL_COUNTS;

  private final C14_024_06_SW test;
  private final MadExchange mads;
  private final Steps steps;
  private final SequencedMap<Integer, HeldAttribute> done = new LinkedHashMap<>();

  /// Steps that read a port.
  ///
  /// @param get step that requests it
  /// @param read step that receives it
  /// @param control step that sets it as read
  /// @param taken step that verifies that this Set is executed
  record First(String get, String read, String control, String taken) {}

  /// Steps of a port that does not exist.
  ///
  /// @param get step that requests it
  /// @param notRead step that verifies the rejection
  /// @param set step that sets it
  /// @param notSet step that verifies the rejection
  /// @param kept step that verifies the existing ports
  record Missing(String get, String notRead, String set, String notSet, String kept) {}

  ExternalPortWrites(C14_024_06_SW test, MadExchange mads) {
    this.test = test;
    this.mads = mads;
    this.steps = mads.steps();
  }

  /// Reads a port, and checks that the DUT executes a Set of legal values.
  HeldAttribute read(int port, First at) throws TestException {
    MadChecks checks = mads.checks();
    HeldAttribute data = test.external(port);
    steps.step(at.get);
    mads.send(data.get());
    steps.step(at.read);
    MadPacketSpec read = data.keep(mads.receive());
    checks.verifyEcho(read, data.get());
    steps.needs(checks.verifyStatusOk(read), "PortInfo was not read");
    MadPacketSpec set = data.set();
    steps.step(at.control);
    mads.send(set);
    steps.step(at.taken);
    MadPacketSpec answer = mads.receive();
    checks.verifyEcho(answer, set);
    steps.needs(
        checks.verifyStatusCode(answer, OK), "the control Set with legal values is rejected");
    mads.send(data.get());
    MadPacketSpec held = data.keep(mads.receiveOk());
    checks.verifyData(held, PortInfo.PORT_STATE, 0, read.data(PortInfo.PORT_STATE));
    return data;
  }

  /// Writes each legal value of each component.
  void writeEach(HeldAttribute data, List<PortInfoField> rows, Write at) throws TestException {
    FieldWrites writes = new FieldWrites(data, C14_024_06_SW.MOVING, null, "");
    for (PortInfoField row : rows) {
      String why = whyNot(row, data.held());
      if (why != null) {
        steps.step(at.read());
        steps.notApplicable("%s: %s".formatted(row.field().name(), why));
        continue;
      }
      for (long value : ending(row, data.held())) {
        writes.verifyReadWrite(at, row.field(), value, OK);
      }
    }
  }

  /// Puts the greatest value last, so that a later Set that loses it is detected; but no bit is
  /// left at 1.
  private static long[] ending(PortInfoField row, MadPacketSpec held) {
    LongStream values = row.values(held);
    return (row.field().width() > 1 ? values.sorted() : values).toArray();
  }

  private static @Nullable String whyNot(PortInfoField row, MadPacketSpec held) {
    boolean isOfLink =
        row.field().equals(PortInfo.NEIGHBOR_MTU) || row.field().equals(PortInfo.OPERATIONAL_VLS);
    if (isOfLink && held.data(PortInfo.PORT_STATE) == PortState.DOWN) {
      return "a port that is Down may hold it back";
    }
    return row.isSettable(EXTERNAL, held) ? null : row.why();
  }

  /// Writes values that no other port has.
  ///
  /// @param others step that verifies port 0 and the adjacent ports
  void writeOwn(int port, HeldAttribute data, Write at, String others) throws TestException {
    Bystanders near = test.ports(IntStream.of(0, port - 1, port + 1));
    new FieldWrites(data, C14_024_06_SW.MOVING, near, others)
        .verifyReadWrite(at, own(port, data.held()));
    done.put(port, data);
  }

  /// Returns the values for a port; together they distinguish all ports of a switch.
  static Map<Field, Long> own(int port, MadPacketSpec held) {
    Map<Field, Long> values = new LinkedHashMap<>();
    values.put(PortInfo.HOQ_LIFE, (long) port % LIFETIMES);
    values.put(PortInfo.VL_STALL_COUNT, 1L + port / LIFETIMES % STALL_COUNTS);
    values.put(PortInfo.LINK_DOWN_DEFAULT_STATE, port < PAIRS ? 2L : 1L);
    if (held.data(PortInfo.VL_CAP) > 1) {
      values.put(PortInfo.VL_HIGH_LIMIT, (long) port);
    }
    return values;
  }

  /// Verifies that each port holds its own values after all have been written; then again with
  /// other values, written in the opposite order.
  void verifyOwn(String step) throws TestException {
    verifyAll(step, port -> port);
    for (Map.Entry<Integer, HeldAttribute> one : done.sequencedEntrySet().reversed()) {
      MadPacketSpec set = one.getValue().set();
      own(mirrored(one.getKey()), one.getValue().held()).forEach(set::setData);
      steps.step(step);
      mads.send(set);
      mads.receiveIfAny();
    }
    verifyAll(step, this::mirrored);
  }

  private int mirrored(int port) {
    return test.numPorts() + 1 - port;
  }

  private void verifyAll(String step, IntUnaryOperator pattern) throws TestException {
    for (Map.Entry<Integer, HeldAttribute> one : done.entrySet()) {
      int port = one.getKey();
      steps.at(
          "AttributeModifier",
          port,
          () -> verifyOwn(step, pattern.applyAsInt(port), one.getValue()));
    }
  }

  private void verifyOwn(String step, int pattern, HeldAttribute data) throws TestException {
    MadChecks checks = mads.checks();
    steps.step(step);
    mads.send(data.get());
    MadPacketSpec read = mads.receive();
    checks.verifyEcho(read, data.get());
    if (checks.verifyStatusOk(read)) {
      own(pattern, data.held()).forEach((field, value) -> checks.verifyData(read, field, 0, value));
      checks.verifyData(read, PortInfo.LOCAL_PORT_NUM, 0, test.ingress());
      data.keep(read);
    }
  }

  /// Reads and writes ports that do not exist, including numbers of more than 8 bits that could be
  /// truncated to an existing one.
  void writeMissingPorts(Missing at) throws TestException {
    steps.step(at.get);
    steps.needs(!done.isEmpty(), "no external port could be written");
    HeldAttribute some = done.values().iterator().next();
    Bystanders all = test.ports(IntStream.rangeClosed(0, test.numPorts()));
    int[] missing =
        IntStream.of(test.numPorts() + 1, 254, 255, 0x100, 0x101)
            .filter(port -> port > test.numPorts())
            .distinct()
            .toArray();
    for (int port : missing) {
      steps.at("AttributeModifier", port, () -> writeMissing(port, some, at));
    }
    all.verifyUntouched(at.kept);
  }

  private void writeMissing(int port, HeldAttribute some, Missing at) throws TestException {
    MadPacketSpec get = some.get().attributeModifier(port);
    steps.step(at.get);
    mads.send(get);
    steps.step(at.notRead);
    verifyRefused(get);
    MadPacketSpec set = some.set().attributeModifier(port);
    set.setData(PortInfo.HOQ_LIFE, LIFETIMES - 1 - set.data(PortInfo.HOQ_LIFE));
    steps.step(at.set);
    mads.send(set);
    steps.step(at.notSet);
    verifyRefused(set);
  }

  private void verifyRefused(MadPacketSpec request) throws TestException {
    MadPacketSpec answer = mads.receiveIfAny();
    if (answer == null) {
      steps.inconclusive("no response to " + request);
      return;
    }
    mads.checks().verifyEcho(answer, request);
    mads.checks().verifyStatusCode(answer, INVALID_FIELD);
  }
}
