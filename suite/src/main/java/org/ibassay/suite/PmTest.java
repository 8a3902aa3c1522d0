package org.ibassay.suite;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PortCounters;
import org.jspecify.annotations.Nullable;

/// # Every test of performance management
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Always
///
/// - R0: A response consists of MADs of 256 bytes, if the stack below the tester reports their
///   length. [ia-mad#03]
/// - R1: A response carries the TransactionID and the management class of its request and the
///   response method. [ia-mad#01]
/// - R2: A response carries the AttributeID and AttributeModifier of its request. [ia-mad#02]
/// - R3: A response of performance management has BaseVersion 1 and ClassVersion 1. [ia-pm#01]
/// - R4: In its Status all bits beside the code are 0. [ia-pm#02]
/// - R5: Its reserved octets are 0: those after AttributeID, and the 40 between the header and the
///   attribute. [ia-pm#03]
/// - R6: The DUT keeps responding, whatever it receives. If it stops after a request, it is
///   restarted: the check fails if that request stops it after two restarts, and it keeps
///   responding after a third without that request. [ia-alive#01]
public abstract class PmTest extends TestCase {
  private static final long OTHER_ERRORS = 15;

  private final MadExchange mads =
      new MadExchange(steps, "R0", "R1", "R2", "R6", new PmRules(steps, "R3", "R4", "R5"));
  private final CabledPorts ports = new CabledPorts(mads);
  private long unaskedBefore;

  @Override
  protected final boolean initialize() throws TestException {
    step("I1");
    String whyNot = ports.read(PortState.INITIALIZE);
    return whyNot == null || notReady(whyNot);
  }

  @Override
  public final boolean execute() throws TestException {
    ports.repeat(port -> {
      unaskedBefore = sentAndReceived().unasked();
      procedure(port);
    });
    return log().allPassed();
  }

  /// Runs the procedure for one port of the DUT that is cabled to the tester.
  protected abstract void procedure(int port) throws TestException;

  /// Runs a part of the procedure with requests to QP1 of the DUT. It does not apply if GMPs cannot
  /// pass: without a LID at both ends, or on a link that is not Active.
  protected final void throughQp1(Part part) throws TestException {
    mads.send(MadPacketSpec.subnGet(Attribute.PORT_INFO));
    int lid = (int) mads.receiveOk().data(PortInfo.LID);
    mads.send(MadPacketSpec.subnGet(Attribute.PORT_INFO), Route.SELF);
    MadPacketSpec own = mads.receiveOk();
    if (lid == 0 || own.data(PortInfo.LID) == 0) {
      leaveOutRest("requests to QP1 need a LID at both ends; DUT or tester has none");
    } else if (own.data(PortInfo.PORT_STATE) != PortState.ACTIVE) {
      leaveOutRest(
          "requests to QP1 need an Active InfiniBand link; no subnet manager has activated it");
    } else {
      mads.by(new Route.Lid(lid), part);
    }
  }

  // --- requests and responses

  /// A PerformanceGet of an attribute.
  protected final MadPacketSpec performanceGet(GmpAttribute attribute) {
    return MadPacketSpec.performance(Method.GET, attribute.id());
  }

  /// A PerformanceSet of an attribute.
  protected final MadPacketSpec performanceSet(GmpAttribute attribute) {
    return MadPacketSpec.performance(Method.SET, attribute.id());
  }

  /// Sends a request to the DUT; [#receiveMad] waits for its response.
  protected final void sendMad(MadPacketSpec request) throws TestException {
    mads.send(request);
  }

  /// Sends a request without retries, because silence may be correct; [#receiveMadIfAny] waits for
  /// a response.
  protected final void sendMadOnce(MadPacketSpec request) throws TestException {
    mads.send(request, Timing::once);
  }

  /// Returns the response to the latest request.
  ///
  /// @throws TestException if there is none
  protected final MadPacketSpec receiveMad() throws TestException {
    return mads.receive();
  }

  /// Returns the response to the latest request; null if there is none.
  protected final @Nullable MadPacketSpec receiveMadIfAny() throws TestException {
    return mads.receiveIfAny();
  }

  /// Returns the response to the latest request, a Get of an optional attribute; null if the DUT
  /// does not have it, which a Status.Code or silence shows. The current step checks the code.
  protected final @Nullable MadPacketSpec receiveIfSupported() throws TestException {
    MadPacketSpec read = receiveMadIfAny();
    if (read == null) {
      reading(0, Reading.UNSUPPORTED_ATTRIBUTE_CODE, "silence");
      return null;
    }
    if (read.status() != MadStatus.OK) {
      noteStatusCode(read, Reading.UNSUPPORTED_ATTRIBUTE_CODE);
      return null;
    }
    verifyStatusOk(read);
    return read;
  }

  /// Sends a request and returns its response, which must have status 0 to be of use.
  ///
  /// @throws TestException if there is none, or its status is not 0
  protected final MadPacketSpec exchangeOk(MadPacketSpec request) throws TestException {
    sendMad(request);
    return mads.receiveOk();
  }

  /// Reads the counters of a port.
  ///
  /// @throws TestException if they cannot be read
  protected final MadPacketSpec read(GmpAttribute attribute, int port) throws TestException {
    return exchangeOk(performanceGet(attribute).setData(PortCounters.PORT_SELECT, port));
  }

  // --- checks

  /// Checks a condition; the texts are evaluated only if it fails.
  protected final boolean verify(
      MadPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return mads.checks().verify(about, passed, expected, actual);
  }

  /// Checks the value of `MADHeader:Status.Code`.
  protected final boolean verifyStatusCode(MadPacketSpec mad, int expected) {
    return mads.checks().verifyStatusCode(mad, expected);
  }

  /// Checks that `MADHeader:Status.Code` is 0.
  protected final boolean verifyStatusOk(MadPacketSpec mad) {
    return verifyStatusCode(mad, MadStatus.OK);
  }

  /// Notes which way of a reading `MADHeader:Status.Code` shows; a code of none of its ways fails.
  protected final boolean noteStatusCode(MadPacketSpec mad, Reading open) {
    return mads.checks().noteStatusCode(mad, open);
  }

  /// Checks the value of a component of the attribute.
  protected final boolean verifyData(MadPacketSpec mad, Field component, long expected) {
    return verifyData(mad, component, 0, expected);
  }

  /// Checks the value of element `index` of a component of the attribute.
  protected final boolean verifyData(MadPacketSpec mad, Field component, int index, long expected) {
    return mads.checks().verifyData(mad, component, index, expected);
  }

  /// Checks that the reserved bits of the attribute are 0.
  protected final boolean verifyReserved(MadPacketSpec mad, GmpAttribute attribute) {
    byte[] reserved = attribute.layout().mask(Access.RESERVED);
    int first =
        IntStream.range(0, reserved.length)
            .filter(at -> (mad.data().get(ValueLayout.JAVA_BYTE, at) & reserved[at]) != 0)
            .findFirst()
            .orElse(-1);
    return verify(
        mad,
        first < 0,
        () -> "reserved bits 0",
        () -> "a reserved bit 1 in octet %d".formatted(first));
  }

  // --- the link

  /// Reads NodeInfo by directed route.
  protected final MadPacketSpec nodeInfo() throws TestException {
    mads.send(MadPacketSpec.subnGet(Attribute.NODE_INFO), steps.port().route());
    return mads.receiveOk();
  }

  /// Reads NodeInfo by directed route `times` times, to send packets on VL15.
  protected final void sendSmps(int times) throws TestException {
    for (int i = 0; i < times; i++) {
      nodeInfo();
    }
  }

  /// Whether the port that the directed route enters receives the tester's GMPs and sends the
  /// responses. A switch several hops away may forward them through other ports.
  protected final boolean isGmpPort() throws TestException {
    return (steps.port().route() instanceof Route.Directed(List<Integer> hops) && hops.size() == 1)
        || nodeInfo().data(NodeInfo.NODE_TYPE) != DutKind.SWITCH.nodeType();
  }

  /// The highest port of the DUT that is not cabled to the tester; 0 if all are.
  protected final int unreachedPort(int numPorts) {
    int port = numPorts;
    while (port > 0 && ports.has(port)) {
      port--;
    }
    return port;
  }

  /// The packets that the tester's port has sent and received.
  protected final MadPort.Counters sentAndReceived() {
    return steps.port().counters();
  }

  /// Whether the link has carried only the tester's packets and their responses so far, and loses
  /// none. If not, a counter may increase by more than the test causes. A DUT may send traps.
  protected final boolean isExclusive() {
    return steps.port().isSimulated()
        && steps.port().isLossless()
        && sentAndReceived().unasked() == unaskedBefore;
  }

  /// The most by which the events of others may increase an error counter during a check: a switch
  /// counts packets that it does not relay, and no cable is without bit errors. Fewer than the
  /// packets of a check, so that an error with each packet still shows.
  protected final long errorsOfOthers() {
    return isExclusive() ? 0 : OTHER_ERRORS;
  }

  /// Checks that an error counter has a value, or has grown from it by others' events.
  protected final boolean verifyErrors(MadPacketSpec read, Field counter, long expected) {
    long is = read.data(counter);
    return isExclusive()
        ? verifyData(read, counter, expected)
        : verify(
            read,
            is >= expected && is <= expected + OTHER_ERRORS,
            () -> "%s from %d to %d".formatted(counter.name(), expected, expected + OTHER_ERRORS),
            () -> "%s %d".formatted(counter.name(), is));
  }

  /// Whether a counter that was set to a value has it, and not only what was counted since.
  protected final boolean isStored(MadPacketSpec read, Field counter, long value) {
    return isExclusive() ? read.data(counter) != 0 : read.data(counter) >= value;
  }

  // --- for the runner

  @Override
  public final TesterKind testerKind() {
    return TesterKind.MAD;
  }

  @Override
  public final LinkQuality linkQuality() throws TestException {
    return MadProbe.quality(context().dut().madPorts());
  }
}
