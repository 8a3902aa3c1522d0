package org.ibassay.suite;

import static org.ibassay.wire.mad.MadStatus.OK;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortState;
import org.jspecify.annotations.Nullable;

/// # Every test by management datagrams
///
/// ## Always
///
/// - R0: A response comes in MADs of 256 bytes, where the stack below the tester tells. [ia-mad#03]
/// - R1: A response carries the TransactionID and the management class of its request and the
///   response method. [ia-mad#01]
/// - R2: A response carries the AttributeID and AttributeModifier of its request. [ia-mad#02]
/// - R3: A response has BaseVersion 1 and ClassVersion 1, M_Key of its request, or 0, and by
///   directed route HopCount, DrDLID and InitialPath of its request. [ia-mad#04]
/// - R4: In a response's Status Redirect and the reserved bits are 0, Busy is 0 beside a code other
///   than 0, and D is 1 by directed route and 0 by LID. While the DUT is busy, nothing is proved.
///   [ia-mad#05]
/// - R5: The reserved bits of a response by directed route are 0: in its header and, where the code
///   is 0, in its attribute. [ia-mad#06]
/// - R6: The DUT keeps answering, whatever it is asked. Where it stops after a request, it is
///   restarted: the check fails if that request stops it in two fresh starts, and it keeps
///   answering in a third without that request. [ia-alive#01]
public abstract class MadTest extends TestCase {
  private final MadExchange mads =
      new MadExchange(steps, "R0", "R1", "R2", "R6", new SmpRules(steps, "R3", "R4", "R5"));
  private final CabledPorts ports = new CabledPorts(mads);

  /// The exchange of MADs with the DUT, for objects that carry out a part of the procedure.
  protected final MadExchange mads() {
    return mads;
  }

  // --- requests and answers

  /// A request to read an attribute.
  protected final MadPacketSpec subnGet(Attribute attribute) {
    return MadPacketSpec.subnGet(attribute);
  }

  /// A request to change an attribute.
  protected final MadPacketSpec subnSet(Attribute attribute) {
    return MadPacketSpec.subnSet(attribute);
  }

  /// Sends a request to the DUT; [#receiveMad] waits for its answer.
  protected final void sendMad(MadPacketSpec request) throws TestException {
    mads.send(request);
  }

  /// Sends a request once, come what may: its right answer is silence, or it would mean something
  /// else the second time.
  protected final void sendMadOnce(MadPacketSpec request) throws TestException {
    mads.send(request, Timing::once);
  }

  /// Sends a request whose answer is waited for as long as that, each try.
  protected final void sendMad(MadPacketSpec request, Duration patience) throws TestException {
    mads.send(request, timing -> timing.withTimeout(patience.toNanos()));
  }

  /// The answer to what was sent last.
  ///
  /// @throws TestException when there is none
  protected final MadPacketSpec receiveMad() throws TestException {
    return mads.receive();
  }

  /// The answer to what was sent last, fit to be read from.
  ///
  /// @throws TestException when there is none, or when its status is not 0
  protected final MadPacketSpec receiveMadOk() throws TestException {
    return mads.receiveOk();
  }

  /// The answer to what was sent last, or null when none was received.
  protected final @Nullable MadPacketSpec receiveMadIfAny() throws TestException {
    return mads.receiveIfAny();
  }

  // --- checks

  /// A condition holds; the texts are made only when it does not.
  protected final boolean verify(
      MadPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return mads.checks().verify(about, passed, expected, actual);
  }

  /// `MADHeader:AttributeID` and `MADHeader:AttributeModifier` are those of the request.
  protected final boolean verifyEcho(MadPacketSpec response, MadPacketSpec request) {
    return mads.checks().verifyEcho(response, request);
  }

  /// `MADHeader:Status` is 0.
  protected final boolean verifyStatusOk(MadPacketSpec mad) {
    return mads.checks().verifyStatusOk(mad);
  }

  /// `MADHeader:Status.Code` has the value expected.
  protected final boolean verifyStatusCode(MadPacketSpec mad, int expected) {
    return mads.checks().verifyStatusCode(mad, expected);
  }

  /// `MADHeader:Status.Code` is that of the first way of a reading, which is a public page's
  /// letter, unless the run is strict about another way. The way that the DUT goes is noted.
  protected final boolean verifyStatusCode(MadPacketSpec mad, Reading letter) {
    return mads.checks().verifyStatusCode(mad, letter);
  }

  /// Notes the way of a reading that `MADHeader:Status.Code` shows; a code of none of its ways
  /// fails.
  protected final boolean noteStatusCode(MadPacketSpec mad, Reading open) {
    return mads.checks().noteStatusCode(mad, open);
  }

  /// A component of the attribute has the value expected.
  protected final boolean verifyData(MadPacketSpec mad, Field component, long expected) {
    return mads.checks().verifyData(mad, component, 0, expected);
  }

  /// Element `index` of a repeated component of the attribute has the value expected.
  protected final boolean verifyData(MadPacketSpec mad, Field component, int index, long expected) {
    return mads.checks().verifyData(mad, component, index, expected);
  }

  /// A component of the attribute, however wide it is, has the value expected.
  protected final boolean verifyData(MadPacketSpec mad, Field component, BigInteger expected) {
    return mads.checks().verifyData(mad, component, 0, expected);
  }

  /// A response took at most as long as it may.
  protected final boolean verifyTime(MadPacketSpec response, Duration taken, Duration limit) {
    takeTime();
    return verify(
        response,
        taken.compareTo(limit) <= 0,
        () -> "a response within " + seconds(limit),
        () -> "a response after " + seconds(taken));
  }

  private static String seconds(Duration time) {
    return "%.6f s".formatted(time.toNanos() / 1e9);
  }

  /// What was sent last has not been answered within its time.
  protected final boolean verifySilence() throws TestException {
    return mads.verifySilence();
  }

  /// The traps of that number that were received unasked since the last call. Traps are optional:
  /// they are evidence beside what the DUT counts, never demanded.
  protected final List<MadPacketSpec> takeTraps(int number) {
    return mads.takeTraps(number);
  }

  // --- ports

  /// The port that the procedure talks through.
  protected final MadPort port() {
    return steps.port();
  }

  /// Reads `PortInfo:PortState` at both ends of every cable between tester and DUT.
  ///
  /// @return whether each is Initialize, Armed or Active
  protected final boolean portStatesAreUp() throws TestException {
    return isReady(ports.read(PortState.INITIALIZE));
  }

  /// [#portStatesAreUp] of a DUT that may be slow to answer.
  protected final boolean portStatesAreUp(Duration patience) throws TestException {
    return isReady(ports.read(PortState.INITIALIZE, patience));
  }

  /// Reads `PortInfo:PortState` at both ends of every cable between tester and DUT.
  ///
  /// @return whether each is Active
  protected final boolean portStatesAreActive() throws TestException {
    return isReady(ports.read(PortState.ACTIVE));
  }

  private boolean isReady(@Nullable String whyNot) {
    return whyNot == null || notReady(whyNot);
  }

  /// Carries out an iteration for each port of the DUT that a tester port reaches, through that
  /// tester port; known after [#portStatesAreUp].
  protected final void repeatForPorts(Iteration iteration) throws TestException {
    ports.repeat(iteration);
  }

  /// Carries out an iteration for each port of a switch, through the tester port that the procedure
  /// is at. What it [needs][#needs] ends it for one port only. Iterations are independent of each
  /// other: on a real link several may be under way.
  ///
  /// @param first 1, or 0 where port 0 is among them
  /// @param numPorts NodeInfo:NumPorts; where it is less than `first`, there is no iteration
  protected final void repeatForSwitchPorts(int first, int numPorts, Iteration iteration)
      throws TestException {
    if (numPorts >= first) {
      steps.repeat("switch port", first, numPorts, port -> steps.part(() -> iteration.run(port)));
    }
  }

  /// Carries out a part of the procedure by LID (management class 0x01), where the DUT has a
  /// [way][WayByLid] and answers by it; a note to the verdict says so.
  protected final void repeatByLid(Part part) throws TestException {
    sendMad(subnGet(Attribute.PORT_INFO));
    MadPacketSpec portInfo = receiveMad();
    sendMad(subnGet(Attribute.NODE_INFO));
    MadPacketSpec nodeInfo = receiveMad();
    boolean isRead = portInfo.status() == OK && nodeInfo.status() == OK;
    Route.Lid way = isRead ? WayByLid.of(mads, nodeInfo, portInfo) : null;
    if (way == null) {
      return;
    }
    if (WayByLid.isAnswered(mads, way, 0)) {
      remark("sent by directed route and by " + WayByLid.text(way));
      mads.by(way, part);
    } else {
      remark("sent by directed route only: no response by " + WayByLid.text(way));
    }
  }

  /// How many ports of the DUT a tester port reaches; known after [#portStatesAreUp].
  protected final int reachedPorts() {
    return ports.count();
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
