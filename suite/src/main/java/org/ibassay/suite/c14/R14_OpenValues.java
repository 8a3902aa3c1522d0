package org.ibassay.suite.c14;

import static org.ibassay.suite.Reading.ARMED_FROM_ACTIVE;
import static org.ibassay.suite.Reading.LID_LMC_ALIGNMENT;
import static org.ibassay.suite.Reading.LINK_SPEED_COMBINATIONS;
import static org.ibassay.suite.Reading.RO_FIELD_SET;
import static org.ibassay.suite.Reading.SAME_STATE;
import static org.ibassay.suite.Reading.VLSTALL_0;
import static org.ibassay.suite.c14.PortInfoRole.BASE_PORT0;
import static org.ibassay.suite.c14.PortInfoRole.END;
import static org.ibassay.suite.c14.PortInfoRole.ENHANCED_PORT0;
import static org.ibassay.suite.c14.PortInfoRole.EXTERNAL;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.VL_STALL_COUNT;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.time.Duration;
import java.util.Set;
import java.util.function.LongFunction;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// # A Set of PortInfo with a value that the specification leaves open changes nothing else
///
/// - Section: 14.2.5.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-open-values#01, ia-r14-open-values#02, ia-r14-open-values#03
///
/// For some values of PortInfo's components the specification does not say whether a Set of them is
/// rejected. Whichever way the DUT goes, it answers with code 0 or 7, a rejected Set changes
/// nothing, and all other components are unchanged.
///
/// ## Notes
///
/// - This test is the suite's own. It covers each port that a tester port reaches; on a switch,
///   port 0, the external port that receives the SMPs and one other.
/// - Which way the DUT goes is a reading for each of these values: vlstall-0, lid-lmc-alignment,
///   link-speed-combinations, same-state, armed-from-active and ro-field-set.
/// - A device may round LocalPhyErrors and OverrunErrors, apply them later, or have fixed
///   thresholds: which value is stored is not checked.
/// - Armed on an Active port is tested only on a simulated link: on a real one, the port would stop
///   carrying data. On a real link, LinkSpeedEnabled always includes LinkSpeedActive, so that the
///   link can train.
///
/// ## Procedure
///
/// - 1: SubnGet(NodeInfo), and SubnGet(PortInfo) of each port.
/// - 2: The response has Status.Code == 0; otherwise the port is left out.
/// - 3: On an external port: SubnSet(PortInfo) with VLStallCount = 5, then as last read, except for
///   VLStallCount = 0.
/// - 4: On a port with an LMC: SubnSet(PortInfo) with LID = 0x4680 and LMC = 3, then with LID =
///   0x4685.
/// - 5: On a port with a link: SubnSet(PortInfo) as last read, except for LinkSpeedEnabled = 2, 4
///   and 6, if LinkSpeedSupported includes these speeds.
/// - 6: If the port is not Down: SubnSet(PortInfo) as last read, except for PortState, which is the
///   present state; after step 8 again in Active.
/// - 7: SubnSet(PortInfo) as last read, except for VLArbitrationHighCap with all bits inverted.
/// - 7.1: On a port with a link: SubnSet(PortInfo) as last read, except for LocalPhyErrors with all
///   bits inverted; then except for OverrunErrors with all bits inverted.
/// - 8: At a simulated link, if PortState == Initialize or Active: SubnSet(PortInfo) with PortState
///   = Armed and with PortState = Active, unless it is Active; then as last read, except for
///   PortState = Armed.
/// - 9: After each of these, verify Status.Code == 0 or Status.Code == 7. [ia-r14-open-values#01]
/// - 10: SubnGet(PortInfo). If the Set was rejected, verify that the component is unchanged.
///   Otherwise, verify that VLArbitrationHighCap and the present PortState are unchanged; that LID
///   is as written or has its LMC low bits 0; that LinkSpeedEnabled is unchanged or as written,
///   with or without 2.5 Gb/s; that PortState is Armed or Active; LocalPhyErrors or OverrunErrors
///   may have any value, in its own step only. [ia-r14-open-values#02]
/// - 11: Verify that all other components are unchanged. [ia-r14-open-values#03]
/// - 12: Note the reading.
/// - 13: SubnSet(PortInfo) as read in step 1, except for values that must not be written back.
///   After step 8: PortState = Active if the port was Active; otherwise Down, and wait until the
///   link has trained.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES,
    changes = Change.PORT_INFO_OF_ALL_PORTS)
public final class R14_OpenValues extends SettableTest {
  private static final Duration TRAINING = Duration.ofSeconds(1);
  private static final long[] WITHOUT_SDR = {2, 4, 6};
  private static final int SDR = 1;
  private static final int SOME_STALL_COUNT = 5;
  private static final int SOME_LMC = 3;
  private static final long ALIGNED_LID = 0x4680;
  private static final long OTHER_LID = 0x4685;

  /// An open value.
  ///
  /// @param step step that sends it
  /// @param refused way of a device that answers with code 7
  /// @param reading null if it is not noted which way the device goes
  /// @param taken way of a device that answers with code 0 and then shows a value; null if none
  ///   allows it
  private record OpenValue(
      String step,
      @Nullable Reading reading,
      Field field,
      long value,
      String refused,
      LongFunction<@Nullable String> taken) {}

  @Override
  public boolean execute() throws TestException {
    findAll();
    step("2");
    needs(allValues().anyMatch(R14_OpenValues::isPortInfo), "PortInfo was not read");
    repeatForReached(port ->
        forEach(
            port,
            other -> {
              HeldAttribute attribute = other.attribute();
              if (isPortInfo(other)) {
                part(() -> writeAll(attribute, role(port, attribute)));
              }
            }));
    return log().allPassed();
  }

  private static boolean isPortInfo(OtherValues other) {
    return other.attribute().attribute().equals(PORT_INFO);
  }

  private PortInfoRole role(int port, HeldAttribute portInfo) {
    if (!isSwitch()) {
      return END;
    }
    if (portInfo.modifier() > 0) {
      return EXTERNAL;
    }
    boolean isEnhanced =
        values(port).stream()
            .map(OtherValues::attribute)
            .filter(attribute -> attribute.attribute().equals(SWITCH_INFO))
            .anyMatch(switchInfo -> switchInfo.held().data(SwitchInfo.ENHANCED_PORT0) == 1);
    return isEnhanced ? ENHANCED_PORT0 : BASE_PORT0;
  }

  private void writeAll(HeldAttribute portInfo, PortInfoRole role) throws TestException {
    if (role == EXTERNAL) {
      prepare("3", portInfo, portInfo.restore().setData(VL_STALL_COUNT, SOME_STALL_COUNT));
      write(
          portInfo,
          new OpenValue(
              "3", VLSTALL_0, VL_STALL_COUNT, 0, "refused", v -> v == 0 ? "stored" : "other"));
    }
    if (role == END || role == ENHANCED_PORT0) {
      MadPacketSpec aligned = portInfo.restore();
      aligned.setData(PortInfo.LID, ALIGNED_LID).setData(PortInfo.LMC, SOME_LMC);
      if (prepare("4", portInfo, aligned) && isHeld(portInfo, aligned)) {
        write(
            portInfo,
            new OpenValue(
                "4", LID_LMC_ALIGNMENT, PortInfo.LID, OTHER_LID, "refused", R14_OpenValues::ofLid));
      }
    }
    prepare("13", portInfo, portInfo.restore());
    if (role == END || role == EXTERNAL) {
      writeSpeeds(portInfo);
    }
    writePresentState(portInfo);
    writeReadOnly(portInfo);
    if (role == END || role == EXTERNAL) {
      writeInverted(portInfo, PortInfo.LOCAL_PHY_ERRORS);
      writeInverted(portInfo, PortInfo.OVERRUN_ERRORS);
    }
    if (isOwnLink(portInfo, role)) {
      writeArmed(portInfo);
    }
  }

  private static boolean isHeld(HeldAttribute portInfo, MadPacketSpec set) {
    return portInfo.held().data(PortInfo.LID) == set.data(PortInfo.LID)
        && portInfo.held().data(PortInfo.LMC) == set.data(PortInfo.LMC);
  }

  private static @Nullable String ofLid(long lid) {
    if (lid == OTHER_LID) {
      return "stored";
    }
    return lid == ALIGNED_LID ? "aligned" : null;
  }

  private void writeSpeeds(HeldAttribute portInfo) throws TestException {
    long supported = portInfo.held().data(PortInfo.LINK_SPEED_SUPPORTED);
    long active = portInfo.held().data(PortInfo.LINK_SPEED_ACTIVE);
    long present = portInfo.held().data(LINK_SPEED_ENABLED);
    for (long speeds : WITHOUT_SDR) {
      boolean canTrain = port().isSimulated() || (speeds & active) != 0;
      if ((speeds & ~supported) == 0 && canTrain) {
        write(
            portInfo,
            new OpenValue(
                "5",
                LINK_SPEED_COMBINATIONS,
                LINK_SPEED_ENABLED,
                speeds,
                "refuse",
                v -> v == present || (v | SDR) == (speeds | SDR) ? "accept" : null));
      }
    }
  }

  private void writePresentState(HeldAttribute portInfo) throws TestException {
    long present = portInfo.held().data(PORT_STATE);
    if (present != PortState.DOWN) {
      write(
          portInfo,
          new OpenValue(
              "6", SAME_STATE, PORT_STATE, present, "refuse", v -> v == present ? "accept" : null));
    }
  }

  private void writeReadOnly(HeldAttribute portInfo) throws TestException {
    Field field = PortInfo.VL_ARBITRATION_HIGH_CAP;
    long cap = portInfo.held().data(field);
    long inverted = cap ^ field.max();
    write(
        portInfo,
        new OpenValue(
            "7", RO_FIELD_SET, field, inverted, "code-7", v -> v == cap ? "code-0" : null));
  }

  /// Step 7.1.
  private void writeInverted(HeldAttribute portInfo, Field threshold) throws TestException {
    long inverted = portInfo.held().data(threshold) ^ threshold.max();
    write(
        portInfo,
        new OpenValue("7.1", null, threshold, inverted, "refused", _ -> "stored or rounded"));
  }

  private boolean isOwnLink(HeldAttribute portInfo, PortInfoRole role) {
    long state = portInfo.held().data(PORT_STATE);
    return port().isSimulated()
        && (role == END || portInfo.modifier() == nodeInfo().data(NodeInfo.LOCAL_PORT_NUM))
        && (state == PortState.INITIALIZE || state == PortState.ACTIVE);
  }

  /// Step 8.
  private void writeArmed(HeldAttribute portInfo) throws TestException {
    long before = portInfo.held().data(PORT_STATE);
    for (long state = before + 1; state <= PortState.ACTIVE; state++) {
      prepare("8", portInfo, portInfo.set().setData(PORT_STATE, state));
    }
    needs(portInfo.held().data(PORT_STATE) == PortState.ACTIVE, "the port does not become Active");
    writePresentState(portInfo);
    write(
        portInfo,
        new OpenValue(
            "8",
            ARMED_FROM_ACTIVE,
            PORT_STATE,
            PortState.ARMED,
            "refuse",
            v -> v == PortState.ARMED || v == PortState.ACTIVE ? "accept" : null));
    long after = before == PortState.ACTIVE ? PortState.ACTIVE : PortState.DOWN;
    if (portInfo.held().data(PORT_STATE) != after) {
      step("13");
      sendMad(portInfo.set().setData(PORT_STATE, after));
      receiveMad();
      waitFor(TRAINING);
    }
  }

  /// Sets a port to values that no reading depends on, and reads it.
  ///
  /// @return whether the Set was accepted
  private boolean prepare(String step, HeldAttribute portInfo, MadPacketSpec set)
      throws TestException {
    step(step);
    sendMad(set);
    MadPacketSpec answer = receiveMad();
    sendMad(portInfo.get());
    portInfo.keep(receiveMadOk());
    return answer.status() == OK;
  }

  /// Steps 9 to 13.
  private void write(HeldAttribute portInfo, OpenValue open) throws TestException {
    at(
        open.field.name(),
        open.value,
        () -> {
          step(open.step);
          sendMad(portInfo.set().setData(open.field, open.value));
          step("9");
          MadPacketSpec answer = receiveMad();
          long code = answer.header(MadStatus.CODE);
          boolean isDefined =
              verify(
                  answer,
                  code == OK || code == INVALID_FIELD,
                  () -> "MADHeader:Status.Code 0 or 7",
                  () -> "MADHeader:Status.Code " + code);
          step("10");
          sendMad(portInfo.get());
          MadPacketSpec read = receiveMadOk();
          String way = verifyWay(read, portInfo.held(), open, code == OK);
          step("11");
          verifyOthersKept(read, portInfo.held(), open.field);
          Reading reading = open.reading;
          if (isDefined && way != null && reading != null) {
            step("12");
            reading(read.frame(), reading, way);
          }
          portInfo.keep(read);
          prepare("13", portInfo, portInfo.restore());
        });
  }

  private void verifyOthersKept(MadPacketSpec read, MadPacketSpec before, Field written) {
    Set<Field> moving = PortInfoFields.movingWith(written).measured();
    for (Field field : PortInfo.LAYOUT.fields()) {
      if (!field.overlaps(written) && !moving.contains(field)) {
        OtherValues.MOVING.verifyKept(mads().checks(), read, before, field);
      }
    }
  }

  /// Step 10.
  private @Nullable String verifyWay(
      MadPacketSpec read, MadPacketSpec before, OpenValue open, boolean isTaken) {
    long value = read.data(open.field);
    if (!isTaken) {
      return verifyData(read, open.field, before.data(open.field)) ? open.refused : null;
    }
    String way = open.taken.apply(value);
    verify(
        read,
        way != null,
        () ->
            "%s as written (%s), or unchanged"
                .formatted(open.field.name(), shown(open.field, open.value)),
        () -> "%s %s".formatted(open.field.name(), shown(open.field, value)));
    return way;
  }
}
