package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.Iteration;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.TestException;
import org.ibassay.suite.VolatileFields;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.jspecify.annotations.Nullable;

/// # PortInfo of a switch
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
/// - I2: DUT PortInfo:M_Key = 0 at port 0, which holds the M_Key of all ports.
/// - I3: DUT PortInfo:M_KeyProtectBits = 0 at port 0.
/// - I4: NUM_OF_PORTS = NodeInfo:NumPorts.
/// - I5: Read SwitchInfo.
public abstract class C14_024_06_SW extends MadTest {
  /// Components that may change at any time; a port without a partner polls and sleeps alternately.
  static final VolatileFields MOVING =
      new VolatileFields(
          Stream.concat(PortInfoFields.MOVING.measured().stream(), Stream.of(PORT_PHYSICAL_STATE))
              .collect(Collectors.toSet()),
          PortInfoFields.MOVING.counters());

  /// These, and the components that only port 0 has.
  private static final Set<Field> OPEN =
      Stream.concat(MOVING.measured().stream(), PortInfoFields.ofPort0().stream())
          .collect(Collectors.toSet());

  private int numPorts;
  private int ingress;
  private @Nullable MadPacketSpec switchInfo;

  @Override
  protected final boolean initialize() throws TestException {
    step("I1");
    if (!portStatesAreUp()) {
      return false;
    }
    step("I2");
    sendMad(subnGet(PORT_INFO));
    openMKey(receiveMad());
    step("I4");
    sendMad(subnGet(NODE_INFO));
    MadPacketSpec nodeInfo = receiveMadOk();
    numPorts = (int) nodeInfo.data(NodeInfo.NUM_PORTS);
    ingress = (int) nodeInfo.data(NodeInfo.LOCAL_PORT_NUM);
    step("I5");
    sendMad(subnGet(SWITCH_INFO));
    switchInfo = receiveMadOk();
    return true;
  }

  /// Steps I2 and I3.
  private void openMKey(MadPacketSpec portInfo) throws TestException {
    long mKey = portInfo.data(PortInfo.M_KEY);
    boolean isOpen = mKey == 0 && portInfo.data(PortInfo.M_KEY_PROTECT_BITS) == 0;
    if (isOpen || portInfo.status() != OK) {
      return; // the procedure may be about that refusal
    }
    step("I3");
    MadPacketSpec set = PortInfoWrites.makeWritable(subnSet(PORT_INFO).dataOf(portInfo));
    set.setData(PortInfo.M_KEY, 0).setData(PortInfo.M_KEY_PROTECT_BITS, 0);
    sendMad(set.mKey(mKey));
    receiveMad();
  }

  /// Returns the number of external ports that the DUT declares.
  final int numPorts() {
    return numPorts;
  }

  /// Returns the port that receives the SMPs.
  final int ingress() {
    return ingress;
  }

  /// Whether SwitchInfo declares a capability.
  final boolean declares(Field capability) {
    return Objects.requireNonNull(switchInfo, "initialize() comes first").data(capability) == 1;
  }

  /// Whether port 0 is an enhanced one.
  final boolean hasEnhancedPort0() {
    return declares(SwitchInfo.ENHANCED_PORT0);
  }

  /// Returns the external ports, the port that receives the SMPs last, so that the others are done
  /// if the test loses that link.
  final List<Integer> externalPorts() {
    return Stream.concat(
            IntStream.rangeClosed(1, numPorts).filter(port -> port != ingress).boxed(),
            Stream.of(ingress))
        .toList();
  }

  /// Runs an iteration for each external port, one after another: a Set for one port is checked for
  /// effects on others. A failed [need][#needs] ends it for that port only.
  final void repeatForExternalPorts(Iteration iteration) throws TestException {
    for (int port : externalPorts()) {
      at("AttributeModifier", port, () -> part(() -> iteration.run(port)));
    }
  }

  /// Returns PortInfo of an external port.
  final HeldAttribute external(long port) {
    return new HeldAttribute(mads(), PORT_INFO, port, PortInfoWrites::makeWritableOutside);
  }

  /// Returns PortInfo of port 0.
  final HeldAttribute port0() {
    return new HeldAttribute(mads(), PORT_INFO, 0, PortInfoWrites::makeWritable);
  }

  /// Watches PortInfo of those of the given ports that the DUT has.
  final Bystanders ports(IntStream numbers) throws TestException {
    return ports(numbers, MOVING);
  }

  /// Watches PortInfo of external ports, except for the components that only port 0 has: what these
  /// read as on external ports is open.
  final Bystanders ownComponents(IntStream numbers) throws TestException {
    return ports(numbers, new VolatileFields(OPEN, MOVING.counters()));
  }

  private Bystanders ports(IntStream numbers, VolatileFields moving) throws TestException {
    Bystanders bystanders = new Bystanders(mads(), moving);
    for (int number : numbers.filter(port -> port >= 0 && port <= numPorts).toArray()) {
      bystanders.watch(PORT_INFO, number);
    }
    return bystanders;
  }
}
