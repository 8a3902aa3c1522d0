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
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.jspecify.annotations.Nullable;

/// # Every test with management datagrams
///
/// ## Always
///
/// - R0: A response consists of MADs of 256 bytes, if the stack below the tester reports their
///   length. [ia-mad#03]
/// - R1: A response carries the TransactionID and the management class of its request and the
///   response method. [ia-mad#01]
/// - R2: A response carries the AttributeID and AttributeModifier of its request. [ia-mad#02]
/// - R3: A response has BaseVersion 1 and ClassVersion 1, the M_Key of its request or 0, and, if
///   directed-route, the HopCount, DrDLID and InitialPath of its request. [ia-mad#04]
/// - R4: In the Status of a response, Redirect and the reserved bits are 0, Busy is 0 if the code
///   is not 0, and D is 1 in a directed-route SMP and 0 in a LID-routed one. While the DUT is busy,
///   checks are inconclusive. [ia-mad#05]
/// - R5: The reserved bits of a response are 0: in its header and, if the code is 0, in its
///   attribute. In a LID-routed response, ClassSpecific and the octets before and after the data
///   are reserved; a bit of these that the request has may be 1. [ia-mad#06]
/// - R6: The DUT keeps responding, whatever it receives. If it stops after a request, it is
///   restarted: the check fails if that request stops it after two restarts, and it keeps
///   responding after a third without that request. [ia-alive#01]
public abstract class MadTest extends TestCase {
  private final MadExchange mads =
      new MadExchange(steps, "R0", "R1", "R2", "R6", new SmpRules(steps, "R3", "R4", "R5"));
  private final MadExchange gmps = new MadExchange(steps, "R0", "R1", "R2", "R6", null);
  private final CabledPorts ports = new CabledPorts(mads);

  /// Returns the exchange of MADs with the DUT, for objects that run a part of the procedure.
  protected final MadExchange mads() {
    return mads;
  }

  /// Returns the response of QP1 to PerformanceGet(ClassPortInfo), which is sent once; null if
  /// there is none.
  ///
  /// @param lid LID of the port
  protected final @Nullable MadPacketSpec askQp1(int lid) throws TestException {
    int attribute = PmClassPortInfo.ATTRIBUTE.id();
    gmps.sendOnce(MadPacketSpec.performance(Method.GET, attribute), new Route.Lid(lid));
    return gmps.receiveIfAny();
  }

  // --- requests and answers

  /// Returns a request to read an attribute.
  protected final MadPacketSpec subnGet(Attribute attribute) {
    return MadPacketSpec.subnGet(attribute);
  }

  /// Returns a request to change an attribute.
  protected final MadPacketSpec subnSet(Attribute attribute) {
    return MadPacketSpec.subnSet(attribute);
  }

  /// Sends a request to the DUT; [#receiveMad] waits for its response.
  protected final void sendMad(MadPacketSpec request) throws TestException {
    mads.send(request);
  }

  /// Sends a request once, without retries: no response is expected, or a second request would mean
  /// something else.
  protected final void sendMadOnce(MadPacketSpec request) throws TestException {
    mads.send(request, Timing::once);
  }

  /// Sends a request and waits that long for its response, in each try.
  protected final void sendMad(MadPacketSpec request, Duration patience) throws TestException {
    mads.send(request, timing -> timing.withTimeout(patience.toNanos()));
  }

  /// Returns the response to the request sent last.
  ///
  /// @throws TestException if there is none
  protected final MadPacketSpec receiveMad() throws TestException {
    return mads.receive();
  }

  /// Returns the response to the request sent last, with status 0.
  ///
  /// @throws TestException if there is none, or if its status is not 0
  protected final MadPacketSpec receiveMadOk() throws TestException {
    return mads.receiveOk();
  }

  /// Returns the response to the request sent last, or null if none was received.
  protected final @Nullable MadPacketSpec receiveMadIfAny() throws TestException {
    return mads.receiveIfAny();
  }

  // --- checks

  /// Verifies a condition; the texts are evaluated only if it fails.
  protected final boolean verify(
      MadPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return mads.checks().verify(about, passed, expected, actual);
  }

  /// Verifies that `MADHeader:AttributeID` and `MADHeader:AttributeModifier` are those of the
  /// request.
  protected final boolean verifyEcho(MadPacketSpec response, MadPacketSpec request) {
    return mads.checks().verifyEcho(response, request);
  }

  /// Verifies that `MADHeader:Status` is 0.
  protected final boolean verifyStatusOk(MadPacketSpec mad) {
    return mads.checks().verifyStatusOk(mad);
  }

  /// Verifies that `MADHeader:Status.Code` has the expected value.
  protected final boolean verifyStatusCode(MadPacketSpec mad, int expected) {
    return mads.checks().verifyStatusCode(mad, expected);
  }

  /// Verifies that `MADHeader:Status.Code` is that of the first way of a reading, which a public
  /// page requires, unless the run is strict about another way. Notes the way of the DUT.
  protected final boolean verifyStatusCode(MadPacketSpec mad, Reading letter) {
    return mads.checks().verifyStatusCode(mad, letter);
  }

  /// Notes the way of a reading that `MADHeader:Status.Code` shows; a code that is none of its ways
  /// fails.
  protected final boolean noteStatusCode(MadPacketSpec mad, Reading open) {
    return mads.checks().noteStatusCode(mad, open);
  }

  /// Verifies a component of the attribute.
  protected final boolean verifyData(MadPacketSpec mad, Field component, long expected) {
    return mads.checks().verifyData(mad, component, 0, expected);
  }

  /// Verifies element `index` of a repeated component of the attribute.
  protected final boolean verifyData(MadPacketSpec mad, Field component, int index, long expected) {
    return mads.checks().verifyData(mad, component, index, expected);
  }

  /// Verifies a component of the attribute of any width.
  protected final boolean verifyData(MadPacketSpec mad, Field component, BigInteger expected) {
    return mads.checks().verifyData(mad, component, 0, expected);
  }

  /// Verifies that a response took no longer than a limit.
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

  /// Verifies that the request sent last gets no response within its time.
  protected final boolean verifySilence() throws TestException {
    return mads.verifySilence();
  }

  /// Returns the traps of that number received unsolicited since the last call. Traps are optional:
  /// they are evidence in addition to the DUT's counters, never required.
  protected final List<MadPacketSpec> takeTraps(int number) {
    return mads.takeTraps(number);
  }

  // --- ports

  /// The tester's port that the procedure uses at present.
  protected final MadPort port() {
    return steps.port();
  }

  /// Reads `PortInfo:PortState` at both ends of every cable between tester and DUT.
  ///
  /// @return whether each is Initialize, Armed or Active
  protected final boolean portStatesAreUp() throws TestException {
    return isReady(ports.read(PortState.INITIALIZE));
  }

  /// [#portStatesAreUp] for a DUT that may respond slowly.
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

  /// Runs an iteration for each port of the DUT that a tester port reaches, through that tester
  /// port; known after [#portStatesAreUp].
  protected final void repeatForPorts(Iteration iteration) throws TestException {
    ports.repeat(iteration);
  }

  /// Runs an iteration for each port of a switch, through the present tester port. An unmet
  /// [need][#needs] ends the iteration of that port only. On a real link several iterations may run
  /// concurrently, so they must not depend on each other.
  ///
  /// @param first 1, or 0 to include port 0
  /// @param numPorts NodeInfo:NumPorts; if it is less than `first`, there is no iteration
  protected final void repeatForSwitchPorts(int first, int numPorts, Iteration iteration)
      throws TestException {
    if (numPorts >= first) {
      steps.repeat("switch port", first, numPorts, port -> steps.part(() -> iteration.run(port)));
    }
  }

  /// Runs a part of the procedure with LID-routed SMPs (management class 0x01), if the DUT has a
  /// [way][WayByLid] and responds by it; a remark says so.
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

  /// Returns the number of DUT ports that tester ports reach; known after [#portStatesAreUp].
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
