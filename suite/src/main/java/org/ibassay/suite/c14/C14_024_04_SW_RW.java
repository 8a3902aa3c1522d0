package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.SwitchInfo.PORT_STATE_CHANGE;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.Set;
import java.util.stream.LongStream;
import org.ibassay.suite.FieldWrites;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// # SwitchInfo, read-write components
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
public abstract class C14_024_04_SW_RW extends MadTest {
  /// SwitchInfo; a Set of it does not clear PortStateChange, which only a 1 clears.
  protected final HeldAttribute switchInfo =
      new HeldAttribute(mads(), SWITCH_INFO, 0, set -> set.setData(PORT_STATE_CHANGE, 0));

  private int numPorts;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  /// Steps A1 to A3.
  ///
  /// @return SwitchInfo
  protected final MadPacketSpec readSwitchInfo() throws TestException {
    step("A1");
    sendMad(subnGet(NODE_INFO));
    numPorts = (int) receiveMadOk().data(NodeInfo.NUM_PORTS);
    step("A2");
    sendMad(switchInfo.get());
    step("A3");
    MadPacketSpec smpData = switchInfo.keep(receiveMad());
    verifyEcho(smpData, switchInfo.get());
    needs(verifyStatusOk(smpData), "SwitchInfo was not read");
    return smpData;
  }

  /// Verifies that PortStateChange is still 1 if it was 1 when SwitchInfo was first read: only a
  /// Set with a 1 clears it.
  protected final void verifyStateChangeKept(MadPacketSpec smpData, MadPacketSpec read) {
    if (smpData.data(PORT_STATE_CHANGE) == 1) {
      verifyData(read, PORT_STATE_CHANGE, 1);
    } else {
      notApplicable("the DUT shows PortStateChange = 0");
    }
  }

  /// Returns NodeInfo:NumPorts; valid after [#readSwitchInfo].
  protected final int numPorts() {
    return numPorts;
  }

  /// Whether the DUT declares the table that a component belongs to. If not, the behavior of the
  /// component is undefined.
  protected final boolean hasTable(Field capacity) {
    return switchInfo.held().data(capacity) > 0;
  }

  /// Returns the legal default port numbers to write: the first and last external port, and port 0
  /// if it is an enhanced one.
  protected final LongStream ports() {
    LongStream external = LongStream.of(1, numPorts).distinct();
    return switchInfo.held().data(SwitchInfo.ENHANCED_PORT0) == 1
        ? LongStream.concat(external, LongStream.of(0))
        : external;
  }

  /// Sets a component and verifies that it stores the value: steps A4 to A6.
  protected final void subnSetRWFields(Field field, long value) throws TestException {
    subnSetRWFields(field, value, OK);
  }

  /// Sets a component and verifies that it stores the value if the expected status is 0, and is
  /// unchanged otherwise: steps A4 to A6.
  protected final void subnSetRWFields(Field field, long value, int expectedStatus)
      throws TestException {
    new FieldWrites(switchInfo, Set.of(PORT_STATE_CHANGE))
        .verifyReadWrite(new Write("A4", "A5", "A6"), field, value, expectedStatus);
  }
}
