package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.HashMap;
import java.util.Map;
import org.ibassay.link.mad.MadPort;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.Iteration;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;

/// # PortInfo of a channel adapter or router
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
/// - I2: DUT PortInfo:M_Key = 0 on all ports.
/// - I3: DUT PortInfo:M_KeyProtectBits = 0 on all ports.
/// - I4: NUM_PORTS = NodeInfo:NumPorts.
/// - I5: On each port, before its procedure: SendMad(SubnGet(PortInfo)) with AttributeModifier 0
///   and with NodeInfo:LocalPortNum; if the status is 0, verify that PortInfo:LocalPortNum equals
///   that of NodeInfo and differs from that of the previous ports. Otherwise it is uncertain which
///   port a number refers to, and the following checks are inconclusive. [ia-c14-024-06-ca#01]
public abstract class C14_024_06_CA extends MadTest {
  /// VLArbitrationTable: the first part of the low-priority table, and that of the high-priority
  /// table.
  private static final int[] ARBITRATION_PARTS = {1 << 16, 3 << 16};

  /// The tester port that reaches each port, by the port number that the DUT reports.
  private final Map<Integer, MadPort> reached = new HashMap<>();

  private int numPorts;

  @Override
  protected final boolean initialize() throws TestException {
    step("I1");
    if (!portStatesAreUp()) {
      return false;
    }
    repeatForPorts(_ -> {
      step("I2");
      sendMad(subnGet(PORT_INFO));
      openMKey(receiveMad());
    });
    step("I4");
    sendMad(subnGet(NODE_INFO));
    numPorts = (int) receiveMadOk().data(NodeInfo.NUM_PORTS);
    return true;
  }

  /// Steps I2 and I3.
  private void openMKey(MadPacketSpec portInfo) throws TestException {
    long mKey = portInfo.data(PortInfo.M_KEY);
    if (mKey == 0 && portInfo.data(PortInfo.M_KEY_PROTECT_BITS) == 0) {
      return;
    }
    step("I3");
    MadPacketSpec set = PortInfoWrites.makeWritable(subnSet(PORT_INFO).dataOf(portInfo));
    set.setData(PortInfo.M_KEY, 0).setData(PortInfo.M_KEY_PROTECT_BITS, 0);
    sendMad(set.mKey(mKey));
    receiveMad();
  }

  /// Returns the number of ports that the DUT declares.
  final int numPorts() {
    return numPorts;
  }

  /// Runs an iteration for each port that a tester port reaches, by [#repeatForPorts], if it is
  /// certain which port that is.
  final void repeatForKnownPorts(Iteration iteration) throws TestException {
    repeatForPorts(port -> {
      verifyNumber(port);
      iteration.run(port);
    });
  }

  /// Step I5. Leaves a rejected Get to the procedure.
  private void verifyNumber(int port) throws TestException {
    step("I5");
    boolean isKnown = true;
    for (int modifier : new int[] {0, port}) {
      sendMad(portInfo(modifier).get());
      MadPacketSpec read = receiveMad();
      isKnown &= read.status() != OK || verifyData(read, PortInfo.LOCAL_PORT_NUM, port);
      MadPort first = reached.computeIfAbsent(port, _ -> port());
      isKnown &=
          verify(
              read,
              first == port(),
              () -> "LocalPortNum different from that of the earlier ports",
              () -> "LocalPortNum " + port);
    }
    needs(isKnown, "which port the DUT's number refers to is not certain");
  }

  /// Runs a procedure for every port that a tester port reaches, with AttributeModifier 0 and with
  /// the port's number.
  final void repeatForModifiers(ModifierProcedure procedure) throws TestException {
    repeatForKnownPorts(port -> {
      part(() -> at("AttributeModifier", 0, () -> procedure.run(0, port)));
      part(() -> at("AttributeModifier", port, () -> procedure.run(port, port)));
    });
  }

  /// A procedure for one AttributeModifier.
  interface ModifierProcedure {
    /// @param modifier 0 or the port's number
    /// @param port port that receives the SMPs
    void run(int modifier, int port) throws TestException;
  }

  /// Returns the PortInfo that an AttributeModifier selects.
  final HeldAttribute portInfo(long modifier) {
    return new HeldAttribute(mads(), PORT_INFO, modifier, PortInfoWrites::makeWritable);
  }

  /// Sets a port to the values read from it, so that a LID of 0, which must not be written, is
  /// replaced before anything is compared, and reads the port again.
  final void settle(HeldAttribute portInfo) throws TestException {
    sendMad(portInfo.set());
    receiveMad();
    sendMad(portInfo.get());
    portInfo.keep(receiveMadOk());
  }

  /// Returns the AttributeModifier that reads most of a port's PortInfo: with bit 31 set if the DUT
  /// supports extended speeds.
  ///
  /// @param held PortInfo of any port
  static long wholeModifier(long port, MadPacketSpec held) {
    boolean isExtended = held.data(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 1;
    return isExtended ? (PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS & 0xFFFF_FFFFL) | port : port;
  }

  /// Watches PortInfo of the adjacent ports.
  ///
  /// @param held PortInfo of the port
  final Bystanders neighbors(int port, MadPacketSpec held) throws TestException {
    Bystanders neighbors = new Bystanders(mads(), PortInfoFields.MOVING);
    for (int number : new int[] {port - 1, port + 1}) {
      if (number >= 1 && number <= numPorts) {
        neighbors.watch(PORT_INFO, wholeModifier(number, held));
      }
    }
    return neighbors;
  }

  /// Watches the other attributes of a port, and PortInfo of all other ports.
  ///
  /// @param held PortInfo of the port
  final Bystanders surroundings(int port, MadPacketSpec held) throws TestException {
    Bystanders all = new Bystanders(mads(), PortInfoFields.MOVING);
    all.watch(GUID_INFO, 0);
    all.watch(P_KEY_TABLE, 0);
    all.watch(SL_TO_VL_MAPPING_TABLE, 0);
    for (int part : ARBITRATION_PARTS) {
      all.watch(VL_ARBITRATION_TABLE, part);
    }
    for (int number = 1; number <= numPorts; number++) {
      if (number != port) {
        all.watch(PORT_INFO, wholeModifier(number, held));
      }
    }
    return all;
  }
}
