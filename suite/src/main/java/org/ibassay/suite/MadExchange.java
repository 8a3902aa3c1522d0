package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.MadResponder;
import org.ibassay.link.mad.Misfit;
import org.ibassay.link.mad.NearMiss;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.jspecify.annotations.Nullable;

/// Sends management datagrams and receives their responses, one at a time, through the port that
/// the procedure uses at present. Checks in each response what applies to all responses.
public final class MadExchange {
  private final Steps steps;
  private final MadRules rules;
  private final MadChecks checks;

  /// @param lengthStep where the length of a response is checked
  /// @param requestStep where a response is matched with its request
  /// @param attributeStep where the AttributeID and AttributeModifier are compared
  /// @param aliveStep where it is checked that the DUT responds at all
  /// @param classRules further rules of the management class; null for none
  MadExchange(
      Steps steps,
      String lengthStep,
      String requestStep,
      String attributeStep,
      String aliveStep,
      @Nullable ClassRules classRules) {
    this.steps = steps;
    this.rules = new MadRules(steps, lengthStep, requestStep, attributeStep, aliveStep, classRules);
    this.checks = new MadChecks(steps);
  }

  /// The steps at which MADs are exchanged.
  public Steps steps() {
    return steps;
  }

  /// Checks of received MADs.
  public MadChecks checks() {
    return checks;
  }

  // --- sending

  /// The route to the DUT from the tester's present port.
  public Route toDut() {
    Route way = steps.body().way;
    return way == null ? port().route() : way;
  }

  /// Runs a part of the procedure with LID routing; its checks name the LID.
  public void by(Route.Lid way, Part part) throws TestException {
    Body body = steps.body();
    body.way = way;
    try {
      steps.at("LID", way.lid(), part);
    } finally {
      body.way = null;
    }
  }

  /// Sends a request to the DUT; [#receive] waits for its response.
  public void send(MadPacketSpec request) throws TestException {
    send(request, toDut());
  }

  /// Sends a request to the DUT.
  ///
  /// @param timing modifies the run's timeouts and retries
  void send(MadPacketSpec request, UnaryOperator<Timing> timing) throws TestException {
    send(request, toDut(), timing);
  }

  /// Sends a request without retries, because silence may be correct or a second request would have
  /// another meaning.
  public void sendOnce(MadPacketSpec request, Route to) throws TestException {
    sendOnce(request, to, Duration.ZERO);
  }

  /// Sends a request without retries.
  ///
  /// @param responseTime the time that the DUT may take, if it is more than the tester waits anyway
  public void sendOnce(MadPacketSpec request, Route to, Duration responseTime)
      throws TestException {
    long nanos = responseTime.toNanos();
    send(request, to, timing -> timing.once().withTimeout(Math.max(nanos, timing.timeoutNanos())));
  }

  /// Sends a request on any route; [#receive] waits for its response.
  public void send(MadPacketSpec request, Route to) throws TestException {
    send(request, to, timing -> timing);
  }

  private void send(MadPacketSpec request, Route to, UnaryOperator<Timing> timing)
      throws TestException {
    start(request.bytes(), request, to, timing.apply(port().timing()));
  }

  /// Sends a request of any class.
  ///
  /// @param name printed in messages
  void start(MemorySegment request, Object name, Route to, Timing timing) throws TestException {
    String whyNoSet = steps.context().whyNoSet();
    steps.needs(whyNoSet == null || !isSet(request), String.valueOf(whyNoSet));
    Body body = steps.body();
    Exchange forgotten = body.pending;
    if (forgotten != null) {
      body.pending = null;
      port().release(forgotten);
    }
    body.request = request;
    body.requestName = name;
    try {
      body.pending = port().start(request, to, timing, steps.label());
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
  }

  private static boolean isSet(MemorySegment request) {
    return MadHeader.METHOD.get(request, 0) == Method.SET;
  }

  // --- receiving

  /// Returns the response to the latest request.
  ///
  /// @throws TestException if there is none
  public MadPacketSpec receive() throws TestException {
    MadPacketSpec response = receiveIfAny();
    if (response == null) {
      throw unusable("no response to " + rules.lastRequest());
    }
    return response;
  }

  /// Returns the response to the latest request, which must have status 0 to be of use.
  ///
  /// @throws TestException if there is none, or its status is not 0
  public MadPacketSpec receiveOk() throws TestException {
    MadPacketSpec response = receive();
    if (response.status() != MadStatus.OK) {
      throw unusable(
          "%s was answered with status 0x%04X".formatted(rules.lastRequest(), response.status()));
    }
    return response;
  }

  /// Returns the response to the latest request; null if there is none.
  public @Nullable MadPacketSpec receiveIfAny() throws TestException {
    return receive(exchange ->
        exchange.state() == Exchange.State.ANSWERED
            ? MadPacketSpec.received(
                exchange.response(),
                exchange.responseFrame(),
                exchange.receivedAt() - exchange.sentAt())
            : null);
  }

  /// Waits until the latest request is answered or given up, and checks in its response what
  /// applies to all responses. A missing response is noted: it may explain why later steps are not
  /// reached.
  ///
  /// @param taken extracts the result before the exchange is released; null if there is no response
  <T> @Nullable T receive(Function<Exchange, @Nullable T> taken) throws TestException {
    T answer = receiveIfAny(taken);
    if (answer == null) {
      steps.body().log.unanswered(rules.lastRequest());
    }
    return answer;
  }

  /// As [#receive], for a request that need not be answered: silence does not explain why later
  /// steps are not reached.
  <T> @Nullable T receiveIfAny(Function<Exchange, @Nullable T> taken) throws TestException {
    Body body = steps.body();
    Exchange exchange = Objects.requireNonNull(body.pending, "a request is sent first");
    body.pending = null;
    try {
      port().await(exchange);
      NearMiss miss = exchange.putRight();
      if (miss != null) {
        body.stimuli.received(miss.frame(), miss.requestFrame());
      }
      Misfit misfit = exchange.misfit();
      body.stimuli.sent(exchange.requestFrame());
      body.stimuli.received(
          misfit == null ? exchange.responseFrame() : misfit.frame(), exchange.requestFrame());
      rules.verify(exchange);
      return taken.apply(exchange);
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    } finally {
      port().release(exchange);
    }
  }

  /// Checks that the latest request is not answered before its timeout.
  public boolean verifySilence() throws TestException {
    MadPacketSpec answer = receiveIfAny();
    return steps
        .checks()
        .verify(
            answer == null ? 0 : answer.frame(),
            answer == null,
            () -> "no response to " + rules.lastRequest(),
            () -> String.valueOf(answer));
  }

  /// Returns the subnet management traps with that number, from any sender, that were received
  /// since the last call or the beginning of the run.
  public List<MadPacketSpec> takeTraps(int number) {
    return port().takeUnasked().stream()
        .map(unasked -> MadPacketSpec.received(unasked.mad(), unasked.frame(), 0))
        .filter(mad -> isTrap(mad, number))
        .toList();
  }

  /// Returns the MADs, from any sender, that were received without a request since the last call or
  /// the beginning of the run; if there were many, only the latest.
  public List<UnaskedSmp> takeUnasked() {
    return port().takeUnasked().stream().map(UnaskedSmp::of).toList();
  }

  /// Makes the tester act as a subnet manager, or ends that.
  ///
  /// @param responder answers requests for SMInfo; null to end
  /// @param isSm whether IsSM of the tester's port is set
  /// @return whether the stack below the tester permits it
  boolean manage(@Nullable MadResponder responder, boolean isSm) throws TestException {
    try {
      return port().manage(responder, isSm);
    } catch (LinkException e) {
      throw TestException.of(e);
    }
  }

  /// Sends a MAD with the TransactionID that it has, such as a SubnTrapRepress, and awaits no
  /// response.
  public void sendAsIs(MadPacketSpec mad, Route to) throws TestException {
    try {
      port().reply(mad.bytes(), to, steps.label());
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
  }

  private static boolean isTrap(MadPacketSpec mad, int number) {
    return mad.header(MadHeader.METHOD) == Method.TRAP
        && mad.header(MadHeader.ATTRIBUTE_ID) == Attribute.NOTICE.id()
        && mad.data(Notice.IS_GENERIC) == 1
        && mad.data(Notice.TRAP_NUMBER_DEVICE_ID) == number;
  }

  // --- for subclasses and wrappers

  /// The latest request and its place, for messages.
  String lastRequest() {
    return rules.lastRequest();
  }

  /// An exception for a response that the procedure cannot continue with.
  TestException unusable(String why) {
    return new TestException(
        TestException.Cause.DUT, "step %s: %s".formatted(steps.current(), why));
  }

  /// The bits of a TransactionID that the stack below does not replace.
  public long transactionBits() {
    return port().transactionBits();
  }

  private MadPort port() {
    return steps.port();
  }
}
