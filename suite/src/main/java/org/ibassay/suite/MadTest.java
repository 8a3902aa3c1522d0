package org.ibassay.suite;

import static org.ibassay.wire.mad.MadHeader.ATTRIBUTE_ID;
import static org.ibassay.wire.mad.MadHeader.ATTRIBUTE_MODIFIER;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.ibassay.link.Exchange;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.link.Misfit;
import org.ibassay.link.Route;
import org.ibassay.link.Timing;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaMethod;
import org.jspecify.annotations.Nullable;

/// # Every test by management datagrams
///
/// ## Always
///
/// - R0: A response comes in MADs of 256 bytes, where the stack below the tester tells. [ia-mad#03]
/// - R1: A response carries the TransactionID and the management class of its request and the
///   response method. [ia-mad#01]
/// - R2: A response carries the AttributeID and AttributeModifier of its request. [ia-mad#02]
public abstract class MadTest extends Procedure {
  private List<Integer> dutPorts = List.of();

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

  /// Sends a request by a directed route from the tester's port.
  ///
  /// @param hops the egress port of each hop
  protected final void sendMadAlong(List<Integer> hops, MadPacketSpec request)
      throws TestException {
    send(request, new Route.Directed(hops), port().timing());
  }

  /// Sends a request to the tester's own port.
  protected final void sendMadToTester(MadPacketSpec request) throws TestException {
    send(request, Route.SELF, port().timing());
  }

  private void send(MadPacketSpec request, Route to, Timing timing) throws TestException {
    start(request.bytes(), request, to, timing);
  }

  /// Sends a request, whatever its class.
  ///
  /// @param name tells messages what it is
  final void start(MemorySegment request, Object name, Route to, Timing timing)
      throws TestException {
    Body body = body();
    Exchange forgotten = body.pending;
    if (forgotten != null) {
      body.pending = null;
      port().release(forgotten);
    }
    body.request = request;
    body.requestName = name;
    try {
      body.pending = port().start(request, to, timing, label(body.step));
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
    return receive(exchange ->
        exchange.state() == Exchange.State.ANSWERED
            ? MadPacketSpec.received(
                exchange.response(),
                exchange.responseFrame(),
                exchange.receivedAt() - exchange.sentAt())
            : null);
  }

  /// Takes what came out of an exchange, before that is released.
  @FunctionalInterface
  interface Taking<T> {
    /// @return null when no answer came
    @Nullable T from(Exchange exchange);
  }

  /// Waits until what was sent last is answered or given up, and checks of its answer what holds of
  /// all.
  final <T> @Nullable T receive(Taking<T> taking) throws TestException {
    Body body = body();
    Exchange exchange = Objects.requireNonNull(body.pending, "sendMad comes first");
    body.pending = null;
    try {
      port().await(exchange);
      body.stimuli.sent(exchange.requestFrame());
      body.stimuli.came(answerFrame(exchange), exchange.requestFrame());
      verifyAlways(exchange);
      return taking.from(exchange);
    } catch (LinkException e) {
      throw testersTrouble(e);
    } catch (InterruptedException e) {
      throw interrupted();
    } finally {
      port().release(exchange);
    }
  }

  private static long answerFrame(Exchange exchange) {
    Misfit misfit = exchange.misfit();
    return misfit == null ? exchange.responseFrame() : misfit.frame();
  }

  private void verifyAlways(Exchange exchange) throws TestException {
    boolean answered = exchange.state() == Exchange.State.ANSWERED;
    if (answered || exchange.nearMiss() || exchange.misfit() != null) {
      verifyLength(exchange);
    }
    if (answered || exchange.nearMiss()) {
      MemorySegment request = exchange.request();
      MemorySegment response = exchange.response();
      verifyAt(
          "R1",
          exchange.responseFrame(),
          answered,
          () -> firstOther(request, response, MadHeader.TRANSACTION_ID, MadHeader.MGMT_CLASS),
          () -> identity(request, responseMethod(request)) + " in answer to " + lastRequest(),
          () -> identity(response, MadHeader.METHOD.get(response, 0)));
    }
    if (answered) {
      MemorySegment request = Objects.requireNonNull(body().request);
      MemorySegment response = exchange.response();
      verifyAt(
          "R2",
          exchange.responseFrame(),
          ATTRIBUTE_ID.get(response, 0) == ATTRIBUTE_ID.get(request, 0)
              && ATTRIBUTE_MODIFIER.get(response, 0) == ATTRIBUTE_MODIFIER.get(request, 0),
          () -> firstOther(request, response, ATTRIBUTE_ID, ATTRIBUTE_MODIFIER),
          () -> echo(request),
          () -> echo(response));
    }
  }

  private static int responseMethod(MemorySegment request) {
    int method = (int) MadHeader.METHOD.get(request, 0);
    return isOfAdministration(request) ? SaMethod.response(method) : Method.response(method);
  }

  private static boolean isOfAdministration(MemorySegment mad) {
    return MadHeader.MGMT_CLASS.get(mad, 0) == Gmp.SUBNET_ADMINISTRATION;
  }

  private static String identity(MemorySegment mad, long method) {
    return "TransactionID 0x%016X, MgmtClass 0x%02X, Method 0x%02X"
        .formatted(MadHeader.TRANSACTION_ID.get(mad, 0), MadHeader.MGMT_CLASS.get(mad, 0), method);
  }

  /// @throws TestException when bytes are missing that carry data: nothing can be said of them
  private void verifyLength(Exchange exchange) throws TestException {
    if (!port().tellsLength()) {
      body().log.notApplicable("R0", "the stack below the tester does not tell how long a MAD is");
      return;
    }
    Misfit misfit = exchange.misfit();
    verifyAt(
        "R0",
        answerFrame(exchange),
        misfit == null,
        () -> Smp.BYTES_OF_MAD + " bytes in answer to " + lastRequest(),
        () -> String.valueOf(misfit));
    if (misfit != null && misfit.bytes() < endOfData(exchange.request())) {
      throw new TestException(
          TestException.Cause.DUT,
          "step %s: the answer to %s is cut off after %d bytes"
              .formatted(body().step, lastRequest(), misfit.bytes()));
    }
  }

  /// Behind the data of an SMP there are only reserved bytes.
  private static int endOfData(MemorySegment request) {
    return isOfAdministration(request) ? Smp.BYTES_OF_MAD : Smp.DATA + Smp.DATA_BYTES;
  }

  /// The first of these header fields that a response has not from its request; null for none.
  private static @Nullable WrongField firstOther(
      MemorySegment request, MemorySegment response, Field... fields) {
    for (Field field : fields) {
      long expected = field.get(request, 0);
      long actual = field.get(response, 0);
      if (actual != expected) {
        return WrongField.inMad(field, 0, 0, expected, actual);
      }
    }
    return null;
  }

  private static String echo(MemorySegment mad) {
    return "AttributeID 0x%04X, AttributeModifier 0x%08X"
        .formatted(ATTRIBUTE_ID.get(mad, 0), ATTRIBUTE_MODIFIER.get(mad, 0));
  }

  /// What was sent last, and where, for messages.
  final String lastRequest() {
    Body body = body();
    String where = body.place.coordinates().isEmpty() ? "" : " (" + body.place + ")";
    return body.requestName + where;
  }

  // --- the link

  /// SubnGet(NodeInfo), each sent once: what is lost, late or comes twice is counted. A DUT that is
  /// slow with each answer, or gives each twice, does not make its link a bad one.
  @Override
  public final LinkQuality linkQuality() throws TestException {
    try {
      return new MadProbe(subnGet(Attribute.NODE_INFO)).quality(context().dut().madPorts());
    } catch (LinkException e) {
      throw testersTrouble(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  // --- checks

  /// A condition holds; the texts are made only when it does not.
  protected final boolean verify(
      MadPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return verify(about.frame(), passed, expected, actual);
  }

  /// `MADHeader:AttributeID` and `MADHeader:AttributeModifier` are those of the request.
  protected final boolean verifyEcho(MadPacketSpec response, MadPacketSpec request) {
    return all(
        verifyHeader(response, ATTRIBUTE_ID, request.header(ATTRIBUTE_ID)),
        verifyHeader(response, ATTRIBUTE_MODIFIER, request.header(ATTRIBUTE_MODIFIER)));
  }

  /// A component of the MAD header has the value expected.
  protected final boolean verifyHeader(MadPacketSpec mad, Field field, long expected) {
    return verifyField(mad.frame(), "MADHeader:", field, 0, 0, mad.header(field), expected);
  }

  /// `MADHeader:Status` is 0.
  protected final boolean verifyStatusOk(MadPacketSpec mad) {
    return verifyField(
        mad.frame(), "MADHeader:", MadHeader.STATUS, 0, 0, mad.status(), MadStatus.OK);
  }

  /// `MADHeader:Status.Code` has the value expected.
  protected final boolean verifyStatusCode(MadPacketSpec mad, int expected) {
    return verifyHeader(mad, MadStatus.CODE, expected);
  }

  /// A component of the attribute has the value expected.
  protected final boolean verifyData(MadPacketSpec mad, Field component, long expected) {
    return verifyData(mad, component, 0, expected);
  }

  /// Element `index` of a repeated component of the attribute has the value expected.
  protected final boolean verifyData(MadPacketSpec mad, Field component, int index, long expected) {
    long actual = mad.data(component, index);
    return verifyField(mad.frame(), "", component, Smp.DATA, index, actual, expected);
  }

  /// A field has the value expected.
  ///
  /// @param of whose it is, for messages
  /// @param base where its layout starts in the MAD, in bytes
  private boolean verifyField(
      long frame, String of, Field field, int base, int index, long actual, long expected) {
    String step = body().step;
    if (actual == expected) {
      return passedAt(step, frame);
    }
    return verifyAt(
        step,
        frame,
        false,
        () -> WrongField.inMad(field, base, index, expected, actual),
        () -> of + field.name() + " " + shown(field, expected),
        () -> of + field.name() + " " + shown(field, actual));
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
    MadPacketSpec answer = receiveMadIfAny();
    return verify(
        answer == null ? 0 : answer.frame(),
        answer == null,
        () -> "no answer to " + lastRequest(),
        () -> "answered: " + answer);
  }

  // --- ports

  /// Reads `PortInfo:PortState` at both ends of every cable between tester and DUT.
  ///
  /// @return whether each is Initialize, Armed or Active
  protected final boolean portStatesAreUp() throws TestException {
    return portStatesAre(PortState.INITIALIZE, Duration.ofNanos(port().timing().timeoutNanos()));
  }

  /// The same, for a DUT that may be slow to answer.
  protected final boolean portStatesAreUp(Duration patience) throws TestException {
    return portStatesAre(PortState.INITIALIZE, patience);
  }

  /// The same, but each has to be Active.
  protected final boolean portStatesAreActive() throws TestException {
    return portStatesAre(PortState.ACTIVE, Duration.ofNanos(port().timing().timeoutNanos()));
  }

  /// @param least what each is at least
  private boolean portStatesAre(int least, Duration patience) throws TestException {
    List<Integer> reached = new ArrayList<>();
    Body outer = body();
    for (MadPort through : context().dut().madPorts()) {
      as(
          outer.fork(through, outer.place),
          () -> {
            reached.add(ask(request -> sendMad(request, patience), "the DUT", least));
            ask(this::sendMadToTester, "the tester", least);
          });
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
  private int ask(Ask whom, String end, int least) throws TestException {
    whom.send(subnGet(Attribute.NODE_INFO));
    int number = (int) receiveMadOk().data(NodeInfo.LOCAL_PORT_NUM);
    whom.send(subnGet(Attribute.PORT_INFO).attributeModifier(number));
    long state = receiveMadOk().data(PortInfo.PORT_STATE);
    if (state < least || state > PortState.ACTIVE) {
      notReady(
          "PortState of port %d of %s is %d: expected %s"
              .formatted(
                  number,
                  end,
                  state,
                  least == PortState.ACTIVE
                      ? "Active (4)"
                      : "Initialize (2), Armed (3) or Active (4)"));
    }
    return number;
  }

  /// Numbers of the DUT's ports that a tester port reaches, in the order of the tester's ports;
  /// known after [#portStatesAreUp].
  protected final List<Integer> dutPorts() {
    return dutPorts;
  }

  /// Carries out an iteration for each port of the DUT that a tester port reaches, through that
  /// tester port.
  protected final void repeatForPorts(Iteration iteration) throws TestException {
    Body outer = body();
    List<MadPort> through = context().dut().madPorts();
    for (int i = 0; i < dutPorts.size(); i++) {
      int number = dutPorts.get(i);
      as(outer.fork(through.get(i), outer.place.at("port", number)), () -> iteration.run(number));
    }
  }
}
