package org.ibassay.suite;

import static org.ibassay.wire.mad.MadHeader.ATTRIBUTE_ID;
import static org.ibassay.wire.mad.MadHeader.ATTRIBUTE_MODIFIER;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.ibassay.link.Exchange;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.link.Route;
import org.ibassay.link.Timing;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.jspecify.annotations.Nullable;

/// # Every test by management datagrams
///
/// ## Always
///
/// - R1: A response carries the TransactionID and the management class of its request and the
///   response method. [ia-mad#01]
/// - R2: A response carries the AttributeID and AttributeModifier of its request. [ia-mad#02]
public abstract class MadTest extends TestCase {
  private static final ThreadLocal<@Nullable Body> BODIES = new ThreadLocal<>();

  private @Nullable Body current;
  private List<Integer> dutPorts = List.of();

  /// A test is made anew for each run.
  protected MadTest() {}

  /// One iteration.
  @FunctionalInterface
  public interface Iteration {
    /// @param index which
    void run(int index) throws TestException;
  }

  /// A part of a procedure.
  @FunctionalInterface
  public interface Part {
    /// Carries it out.
    void run() throws TestException;
  }

  @Override
  public final void attach(TestContext testContext) {
    super.attach(testContext);
    current = new Body(testContext.dut().madPorts().getFirst(), Place.NOWHERE);
  }

  @Override
  public final CheckLog log() {
    return Objects.requireNonNull(current, "attach() comes first").log;
  }

  // --- requests and answers

  /// A request to read an attribute.
  protected final MadPacketSpec subnGet(Attribute attribute) {
    return MadPacketSpec.subn(Method.GET, attribute);
  }

  /// A request to change an attribute.
  protected final MadPacketSpec subnSet(Attribute attribute) {
    return MadPacketSpec.subn(Method.SET, attribute);
  }

  /// Sends a request to the DUT; [#receiveMad] waits for its answer.
  protected final void sendMad(MadPacketSpec request) throws TestException {
    send(request, port().route(), port().timing());
  }

  /// Sends a request once, come what may: its right answer is silence, or it would mean something
  /// else the second time.
  protected final void sendMadOnce(MadPacketSpec request) throws TestException {
    send(request, port().route(), port().timing().once());
  }

  /// Sends a request whose answer is waited for as long as that, each try.
  protected final void sendMad(MadPacketSpec request, Duration patience) throws TestException {
    send(request, port().route(), port().timing().withTimeout(patience.toNanos()));
  }

  /// Sends a request to the tester's own port.
  protected final void sendMadToTester(MadPacketSpec request) throws TestException {
    send(request, Route.SELF, port().timing());
  }

  private void send(MadPacketSpec request, Route to, Timing timing) throws TestException {
    Body body = body();
    Exchange forgotten = body.pending;
    if (forgotten != null) {
      body.pending = null;
      port().release(forgotten);
    }
    body.request = request;
    try {
      body.pending = port().start(request.bytes(), to, timing, label(body.step));
    } catch (LinkException e) {
      throw testersTrouble(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  /// The answer to what was sent last.
  ///
  /// @throws TestException when there is none
  protected final MadPacketSpec receiveMad() throws TestException {
    MadPacketSpec response = receiveMadIfAny();
    if (response == null) {
      throw new TestException(
          TestException.Cause.DUT, "step " + body().step + ": no answer to " + lastRequest());
    }
    return response;
  }

  /// The answer to what was sent last, fit to be read from.
  ///
  /// @throws TestException when there is none, or when its status is not 0
  protected final MadPacketSpec receiveMadOk() throws TestException {
    MadPacketSpec response = receiveMad();
    if (response.status() != MadStatus.OK) {
      throw new TestException(
          TestException.Cause.DUT,
          "step %s: %s was answered with status 0x%04X"
              .formatted(body().step, lastRequest(), response.status()));
    }
    return response;
  }

  /// The answer to what was sent last, or null when none came.
  protected final @Nullable MadPacketSpec receiveMadIfAny() throws TestException {
    Body body = body();
    Exchange exchange = Objects.requireNonNull(body.pending, "sendMad comes first");
    body.pending = null;
    try {
      port().await(exchange);
      return taken(body, exchange);
    } catch (LinkException e) {
      throw testersTrouble(e);
    } catch (InterruptedException e) {
      throw interrupted();
    } finally {
      port().release(exchange);
    }
  }

  private @Nullable MadPacketSpec taken(Body body, Exchange exchange) {
    boolean answered = exchange.state() == Exchange.State.ANSWERED;
    if (!answered && !exchange.nearMiss()) {
      return null;
    }
    MadPacketSpec response =
        MadPacketSpec.received(
            exchange.response(),
            exchange.responseFrame(),
            exchange.receivedAt() - exchange.sentAt());
    check(
        body,
        "R1",
        response,
        answered,
        () -> "a response with TransactionID, MgmtClass and Method of " + lastRequest(),
        () ->
            "TransactionID 0x%016X, MgmtClass 0x%02X, Method 0x%02X"
                .formatted(
                    response.header(MadHeader.TRANSACTION_ID),
                    response.header(MadHeader.MGMT_CLASS),
                    response.header(MadHeader.METHOD)));
    if (!answered) {
      return null;
    }
    MadPacketSpec request = Objects.requireNonNull(body.request);
    check(
        body,
        "R2",
        response,
        response.header(ATTRIBUTE_ID) == request.header(ATTRIBUTE_ID)
            && response.header(ATTRIBUTE_MODIFIER) == request.header(ATTRIBUTE_MODIFIER),
        () -> echo(request),
        () -> echo(response));
    return response;
  }

  private static String echo(MadPacketSpec mad) {
    return "AttributeID 0x%04X, AttributeModifier 0x%08X"
        .formatted(mad.header(ATTRIBUTE_ID), mad.header(ATTRIBUTE_MODIFIER));
  }

  private String lastRequest() {
    Body body = body();
    String where = body.place.coordinates().isEmpty() ? "" : " (" + body.place + ")";
    return body.request + where;
  }

  // --- time

  /// The link's time, in nanoseconds.
  protected final long now() {
    return port().clock().nanos();
  }

  /// Lets time pass.
  protected final void waitFor(Duration duration) throws TestException {
    try {
      port().waitUntil(now() + duration.toNanos());
    } catch (LinkException e) {
      throw testersTrouble(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  // --- steps and checks

  /// The step that the procedure is at: its checks prove the step's assertions.
  protected final void step(String id) {
    body().step = id;
  }

  /// Whether all checks passed; each of them was made.
  protected static boolean all(boolean... checks) {
    for (boolean passed : checks) {
      if (!passed) {
        return false;
      }
    }
    return true;
  }

  /// `MADHeader:AttributeID` and `MADHeader:AttributeModifier` are those of the request.
  protected final boolean verifyEcho(MadPacketSpec response, MadPacketSpec request) {
    return all(
        verifyHeader(response, ATTRIBUTE_ID, request.header(ATTRIBUTE_ID)),
        verifyHeader(response, ATTRIBUTE_MODIFIER, request.header(ATTRIBUTE_MODIFIER)));
  }

  /// A component of the MAD header has the value expected.
  protected final boolean verifyHeader(MadPacketSpec mad, Field field, long expected) {
    return verifyValue(mad, "MADHeader:" + field.name(), mad.header(field), expected);
  }

  /// `MADHeader:Status` is 0.
  protected final boolean verifyStatusOk(MadPacketSpec mad) {
    return verifyValue(mad, "MADHeader:Status", mad.status(), MadStatus.OK);
  }

  /// `MADHeader:Status.Code` has the value expected.
  protected final boolean verifyStatusCode(MadPacketSpec mad, int expected) {
    return verifyHeader(mad, MadStatus.CODE, expected);
  }

  /// A component of the attribute has the value expected.
  protected final boolean verifyData(MadPacketSpec mad, Field component, long expected) {
    return verifyValue(mad, component.name(), mad.data(component), expected);
  }

  private boolean verifyValue(MadPacketSpec mad, String name, long actual, long expected) {
    return verify(
        mad,
        actual == expected,
        () -> name + " " + shown(expected),
        () -> name + " " + shown(actual));
  }

  /// A condition holds; the texts are made only when it does not.
  protected final boolean verify(
      MadPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    Body body = body();
    return check(body, body.step, about, passed, expected, actual);
  }

  private static boolean check(
      Body body,
      String step,
      MadPacketSpec about,
      boolean passed,
      Supplier<String> expected,
      Supplier<String> actual) {
    return check(body.log, step, body.place, about.frame(), passed, expected, actual);
  }

  /// A response took at most as long as it may.
  protected final boolean verifyTime(MadPacketSpec response, Duration taken, Duration limit) {
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
    Body body = body();
    MadPacketSpec answer = receiveMadIfAny();
    return check(
        body.log,
        body.step,
        body.place,
        answer == null ? 0 : answer.frame(),
        answer == null,
        () -> "no answer to " + lastRequest(),
        () -> "answered: " + answer);
  }

  /// The present step's checks cannot be made.
  protected final void inconclusive(String reason) {
    body().log.inconclusive(body().step, reason);
  }

  /// The present step's checks do not apply to this DUT.
  protected final void notApplicable(String reason) {
    body().log.notApplicable(body().step, reason);
  }

  /// A value as messages write it.
  protected static String shown(long value) {
    return value >= 0 && value < 10 ? Long.toString(value) : "0x%X".formatted(value);
  }

  // --- ports

  /// Reads `PortInfo:PortState` at both ends of every cable between tester and DUT.
  ///
  /// @return whether each is Initialize, Armed or Active
  protected final boolean portStatesAreUp() throws TestException {
    return portStatesAreUp(Duration.ofNanos(port().timing().timeoutNanos()));
  }

  /// The same, for a DUT that may be slow to answer.
  protected final boolean portStatesAreUp(Duration patience) throws TestException {
    List<Integer> reached = new ArrayList<>();
    Body outer = body();
    for (MadPort through : context().dut().madPorts()) {
      current = outer.fork(through, outer.place);
      try {
        reached.add(ask(request -> sendMad(request, patience), "the DUT"));
        ask(this::sendMadToTester, "the tester");
      } finally {
        outer.log.addAll(log());
        current = outer;
      }
    }
    dutPorts = List.copyOf(reached);
    return notReady() == null;
  }

  private interface Ask {
    void send(MadPacketSpec request) throws TestException;
  }

  /// Reads one end's port state.
  ///
  /// @return the port's number
  private int ask(Ask whom, String end) throws TestException {
    whom.send(subnGet(Attribute.NODE_INFO));
    int number = (int) receiveMadOk().data(NodeInfo.LOCAL_PORT_NUM);
    whom.send(subnGet(Attribute.PORT_INFO).attributeModifier(number));
    long state = receiveMadOk().data(PortInfo.PORT_STATE);
    if (state < PortState.INITIALIZE || state > PortState.ACTIVE) {
      notReady(
          "PortState of port %d of %s is %d: expected Initialize (2), Armed (3) or Active (4)"
              .formatted(number, end, state));
    }
    return number;
  }

  /// Numbers of the DUT's ports that a tester port reaches, in the order of the tester's ports;
  /// known after [#portStatesAreUp].
  protected final List<Integer> dutPorts() {
    return dutPorts;
  }

  // --- repetition

  /// Carries out an iteration for each index from `from` to `to`, both included, upwards or
  /// downwards. Iterations are independent of each other; on a real link several may be under way,
  /// unless this is itself part of a repetition: order is kept within one iteration.
  ///
  /// @param dimension what is counted, in the singular
  protected final void repeat(String dimension, int from, int to, Iteration iteration)
      throws TestException {
    Body outer = body();
    boolean nested = BODIES.get() != null;
    if (nested || context().window() == 1 || port().isSimulated()) {
      int count = Math.abs(to - from) + 1;
      for (int i = 0; i < count; i++) {
        int index = to < from ? from - i : from + i;
        at(dimension, index, () -> iteration.run(index));
        if (outer.place.coordinates().isEmpty()) {
          context().progress().at(i + 1L, count);
        }
      }
      return;
    }
    new Repetition(from, to, context().window())
        .run(
            outer.port,
            i -> outer.fork(outer.port, outer.place.at(dimension, i)),
            BODIES,
            iteration,
            outer.log,
            context().progress());
  }

  /// Carries out a part of the procedure at a place; its checks are reported with it.
  protected final void at(String dimension, long value, Part part) throws TestException {
    Body body = body();
    Place outer = body.place;
    body.place = outer.at(dimension, value);
    try {
      part.run();
    } finally {
      body.place = outer;
    }
  }

  /// Carries out an iteration for each port of the DUT that a tester port reaches, through that
  /// tester port.
  protected final void repeatForPorts(Iteration iteration) throws TestException {
    Body outer = body();
    List<MadPort> through = context().dut().madPorts();
    for (int i = 0; i < dutPorts.size(); i++) {
      int number = dutPorts.get(i);
      Body body = outer.fork(through.get(i), outer.place.at("port", number));
      current = body;
      try {
        iteration.run(number);
      } finally {
        current = outer;
        outer.log.addAll(body.log);
      }
    }
  }

  /// The port that the procedure talks through.
  protected final MadPort port() {
    return body().port;
  }

  private Body body() {
    Body own = BODIES.get();
    return own == null ? Objects.requireNonNull(current, "attach() comes first") : own;
  }

  private static TestException testersTrouble(LinkException e) {
    return new TestException(TestException.Cause.TESTER, String.valueOf(e.getMessage()));
  }

  private static TestException interrupted() {
    return new TestException(TestException.Cause.INTERRUPTED, "interrupted");
  }
}
