package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Iteration;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Part;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;

/// # Attributes that can be set
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
public abstract class SettableTest extends MadTest {
  private final Map<Integer, List<OtherValues>> values = new LinkedHashMap<>();
  private MadPacketSpec nodeInfo = MadPacketSpec.subnGet(NODE_INFO);
  private boolean isSwitch;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  /// Step 1 of each test: determines the attributes of each port that the tester reaches.
  final void findAll() throws TestException {
    step("1");
    sendMad(subnGet(NODE_INFO));
    nodeInfo = receiveMadOk();
    isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == DutKind.SWITCH.nodeType();
    repeatForReached(port -> {
      SettableAttributes settable = new SettableAttributes(mads(), "1", "2");
      addMore(settable, settable.addNode(nodeInfo, port));
      values.put(port, settable.all());
    });
  }

  /// Adds attributes that only some tests set.
  void addMore(SettableAttributes settable, MadPacketSpec portInfo) throws TestException {}

  final MadPacketSpec nodeInfo() {
    return nodeInfo;
  }

  final boolean isSwitch() {
    return isSwitch;
  }

  /// Runs an iteration per port; for a switch one tester port is sufficient.
  final void repeatForReached(Iteration iteration) throws TestException {
    if (isSwitch) {
      iteration.run(0);
    } else {
      repeatForPorts(iteration);
    }
  }

  final List<OtherValues> values(int port) {
    return values.getOrDefault(port, List.of());
  }

  /// Verifies the response to a Set: the values set, and all others as read in step 1.
  final void verifySet(OtherValues other, MadPacketSpec answer, MadPacketSpec set) {
    boolean isOutside =
        isSwitch
            && other.attribute().attribute().equals(PORT_INFO)
            && other.attribute().modifier() != 0;
    other.verifySet(
        mads().checks(), answer, set, isOutside ? OtherValues.SHOWN_OUTSIDE : OtherValues.MOVING);
  }

  /// Returns the attributes of all ports.
  final Stream<OtherValues> allValues() {
    return values.values().stream().flatMap(List::stream);
  }

  /// Leaves out all other attributes of a port.
  final void keep(int port, List<OtherValues> taken) {
    values.put(port, taken);
  }

  /// An action on an attribute.
  @FunctionalInterface
  interface Treatment {
    void of(OtherValues other) throws TestException;
  }

  final void forEach(int port, Treatment treatment) throws TestException {
    for (OtherValues other : values(port)) {
      at(other, () -> treatment.of(other));
    }
  }

  /// Runs a part for an attribute.
  final void at(OtherValues other, Part part) throws TestException {
    at(other.attribute().attribute().name(), other.attribute().modifier(), part);
  }
}
