package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.FieldWrites;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Page;
import org.ibassay.suite.TestContext;
import org.ibassay.suite.TestException;
import org.ibassay.suite.testing.PageBuilder;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.PortInfo;
import org.junit.jupiter.api.Test;

/// Runs the patterns for read-only and read-write fields on simulated devices.
final class FieldWritesTest {
  private static final Page PAGE =
      PageBuilder.page("Writes")
          .step("0")
          .step("1")
          .step("2", "a#answer")
          .step("3", "a#kept")
          .build();
  private static final Write AT = new Write("1", "2", "3");

  private interface Writes {
    void run(FieldWrites fields) throws TestException;
  }

  /// Sets an attribute unchanged, then writes fields of it.
  private static final class Writing extends MadTest {
    private final Attribute attribute;
    private final UnaryOperator<MadPacketSpec> meddling;
    private final Writes writes;
    private boolean isMeddling;

    /// @param meddling changes the datagram that is written
    Writing(Attribute attribute, UnaryOperator<MadPacketSpec> meddling, Writes writes) {
      this.attribute = attribute;
      this.meddling = meddling;
      this.writes = writes;
    }

    @Override
    protected boolean initialize() {
      return true;
    }

    @Override
    public boolean execute() throws TestException {
      step("0");
      HeldAttribute held = new HeldAttribute(mads(), attribute, 0, this::writable);
      sendMad(held.get());
      held.keep(receiveMadOk());
      sendMad(held.set());
      receiveMad();
      sendMad(held.get());
      held.keep(receiveMadOk());
      isMeddling = true;
      writes.run(new FieldWrites(held, Set.of()));
      return log().allPassed();
    }

    private MadPacketSpec writable(MadPacketSpec set) {
      if (!attribute.equals(PORT_INFO)) {
        return set;
      }
      set.setData(PortInfo.PORT_STATE, 0).setData(PortInfo.PORT_PHYSICAL_STATE, 0);
      set.setData(PortInfo.LID, 1).setData(PortInfo.MASTER_SM_LID, 1);
      return isMeddling ? meddling.apply(set) : set;
    }
  }

  private static CheckLog log(String uri, Attribute attribute, Writes writes) throws Exception {
    return log(uri, new Writing(attribute, UnaryOperator.identity(), writes));
  }

  private static CheckLog log(String uri, Writing test) throws Exception {
    try (Dut dut = Drivers.installed().parse(uri).open(Tap.NONE, Timing.DEFAULT)) {
      test.attach(new TestContext(dut, PAGE, _ -> List.of(), 1, (_, _) -> {}));
      test.run();
    }
    return test.log();
  }

  private static List<String> failed(CheckLog log) {
    return log.steps().entrySet().stream()
        .filter(e -> e.getValue().failures() > 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  @Test
  void aConformingDevicePassesBothPatterns() throws Exception {
    CheckLog log =
        log(
            "sim:ca",
            PORT_INFO,
            fields -> {
              fields.verifyReadOnly(AT, PortInfo.MTU_CAP);
              fields.verifyReadOnly(AT, PortInfo.CAPABILITY_MASK);
              for (long value : new long[] {0, 1, 18, 31}) {
                fields.verifyReadWrite(AT, PortInfo.SUBNET_TIME_OUT, value, OK);
              }
              fields.verifyReadWrite(AT, PortInfo.M_KEY_LEASE_PERIOD, 7, OK);
              fields.verifyReadWrite(AT, PortInfo.LID, 0, INVALID_FIELD);
            });
    assertThat(failed(log)).isEmpty();
    assertThat(log.isOpen()).isFalse();
  }

  @Test
  void aFieldWiderThan64BitsIsWrittenAndCompared() throws Exception {
    Writes writes = fields -> fields.verifyReadOnly(AT, NodeDescription.NODE_STRING);
    CheckLog log = log("sim:ca", NODE_DESCRIPTION, writes);
    assertThat(failed(log)).as("the whole attribute is read-only: code 3").containsExactly("2");
  }

  @Test
  void whatIsNotStoredFails() throws Exception {
    CheckLog log =
        log(
            "sim:ca?deviation=mkey.lease-period-not-stored",
            PORT_INFO,
            fields -> fields.verifyReadWrite(AT, PortInfo.M_KEY_LEASE_PERIOD, 7, OK));
    assertThat(failed(log)).contains("3");
  }

  @Test
  void aReadOnlyFieldThatIsTakenForWritableFails() throws Exception {
    CheckLog log =
        log("sim:ca", PORT_INFO, fields -> fields.verifyReadOnly(AT, PortInfo.SUBNET_TIME_OUT));
    assertThat(failed(log)).containsExactly("2", "3");
  }

  @Test
  void anotherFieldThatMovesFails() throws Exception {
    Writing test =
        new Writing(
            PORT_INFO,
            set -> set.setData(PortInfo.SUBNET_TIME_OUT, 5),
            fields -> fields.verifyReadWrite(AT, PortInfo.M_KEY_LEASE_PERIOD, 7, OK));
    CheckLog log = log("sim:ca", test);
    assertThat(failed(log)).containsExactly("3");
  }
}
