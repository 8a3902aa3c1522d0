package org.ibassay.suite;

import static org.ibassay.wire.mad.MadHeader.ATTRIBUTE_ID;
import static org.ibassay.wire.mad.MadHeader.ATTRIBUTE_MODIFIER;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.ibassay.link.Exchange;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.link.Route;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.jspecify.annotations.Nullable;

/// # Every test by management datagrams
///
/// ## Always
/// - R1: A response carries the TransactionID and the management class of its request and the
///   response method. [ia-mad#01]
/// - R2: A response carries the AttributeID and AttributeModifier of its request. [ia-mad#02]
public abstract class MadTest extends TestCase {
  private static final ThreadLocal<@Nullable Body> BODIES = new ThreadLocal<>();

  private Body current = new Body(Place.NOWHERE);

  /// A test is made anew for each run.
  protected MadTest() {}

  /// What runs of a procedure: the whole of it, or one iteration of a repetition.
  static final class Body {
    private final CheckLog log = new CheckLog();
    private Place place;
    private String step = "";
    private @Nullable MadPort port;
    private @Nullable Exchange pending;
    private @Nullable MadPacketSpec request;

    Body(Place place) {
      this.place = place;
    }
  }

  /// One iteration.
  @FunctionalInterface
  public interface Iteration {
    /// @param index which
    void run(int index) throws TestException;
  }

  @Override
  public final void attach(TestContext testContext) {
    super.attach(testContext);
    current.port = testContext.dut().madPorts().getFirst();
  }

  @Override
  public final CheckLog log() {
    return current.log;
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
    send(request, port().route(), false);
  }

  /// Sends a request once, come what may: its right answer is silence, or it would mean something
  /// else the second time.
  protected final void sendMadOnce(MadPacketSpec request) throws TestException {
    send(request, port().route(), true);
  }

  /// Sends a request to the tester's own port.
  protected final void sendMadToTester(MadPacketSpec request) throws TestException {
    send(request, Route.SELF, false);
  }

  /// The answer to what was sent last.
  /// @throws TestException when there is none
  protected final MadPacketSpec receiveMad() throws TestException {
    MadPacketSpec response = receiveMadIfAny();
    if (response == null) {
      throw new TestException(
          TestException.Cause.DUT, "step " + body().step + ": no answer to " + lastRequest());
    }
    return response;
  }

  /// The answer to what was sent last, or null when none came.
  protected final @Nullable MadPacketSpec receiveMadIfAny() throws TestException {
    Body body = body();
    Exchange exchange = Objects.requireNonNull(body.pending, "sendMad comes first");
    try {
      port().await(exchange);
      return taken(body, exchange);
    } catch (LinkException e) {
      throw testersTrouble(e);
    } catch (InterruptedException e) {
      throw interrupted();
    } finally {
      port().release(exchange);
      body.pending = null;
    }
  }

  private @Nullable MadPacketSpec taken(Body body, Exchange exchange) {
    MadPacketSpec request = Objects.requireNonNull(body.request);
    boolean answered = exchange.state() == Exchange.State.ANSWERED;
    if (!answered && !exchange.nearMiss()) {
      return null;
    }
    MadPacketSpec response =
        MadPacketSpec.received(
            exchange.response(), exchange.responseFrame(), exchange.receivedAt());
    check(
        body.log,
        "R1",
        body.place,
        response.frame(),
        answered,
        () -> "a response with TransactionID, class and method of " + lastRequest(),
        () ->
            "TransactionID 0x%016X, MgmtClass 0x%02X, Method 0x%02X"
                .formatted(
                    response.header(MadHeader.TRANSACTION_ID),
                    response.header(MadHeader.MGMT_CLASS),
                    response.header(MadHeader.METHOD)));
    if (!answered) {
      return null;
    }
    check(
        body.log,
        "R2",
        body.place,
        response.frame(),
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

  private void send(MadPacketSpec request, Route to, boolean once) throws TestException {
    Body body = body();
    Exchange forgotten = body.pending;
    try {
      if (forgotten != null) {
        port().release(forgotten);
      }
      body.request = request;
      body.pending = port().start(request.bytes(), to, once, label(body.step));
    } catch (LinkException e) {
      throw testersTrouble(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
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

  /// A component of the MAD header has the value expected.
  protected final boolean verifyHeader(MadPacketSpec mad, Field field, long expected) {
    return verifyValue(mad, "MADHeader:" + field.name(), mad.header(field), expected);
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
        mad, actual == expected, () -> name + " " + shown(expected), () -> name + " " + shown(actual));
  }

  /// A condition holds; the texts are made only when it does not.
  protected final boolean verify(
      MadPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    Body body = body();
    return check(body.log, body.step, body.place, about.frame(), passed, expected, actual);
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

  // --- repetition

  /// Carries out `body` for each index from `from` to `to`, both included. Iterations are
  /// independent; on a real link several may be under way.
  /// @param dimension what is counted, in the singular
  protected final void repeat(String dimension, int from, int to, Iteration iteration)
      throws TestException {
    Body outer = body();
    Place place = outer.place;
    try {
      for (int i = from; i <= to; i++) {
        outer.place = place.at(dimension, i);
        iteration.run(i);
        context().progress().at(i - from + 1L, to - from + 1L);
      }
    } finally {
      outer.place = place;
    }
  }

  /// The port that the procedure talks through.
  protected final MadPort port() {
    return Objects.requireNonNull(body().port, "attach() comes first");
  }

  private Body body() {
    Body own = BODIES.get();
    return own == null ? current : own;
  }

  private static TestException testersTrouble(LinkException e) {
    return new TestException(TestException.Cause.TESTER, String.valueOf(e.getMessage()));
  }

  private static TestException interrupted() {
    return new TestException(TestException.Cause.INTERRUPTED, "interrupted");
  }
}
