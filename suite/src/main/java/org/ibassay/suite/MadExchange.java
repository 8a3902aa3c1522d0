package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
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

/// Sends management datagrams and receives their answers, one at a time, through the port that the
/// procedure is at. Of each answer it checks what holds of all.
public final class MadExchange {
  private final Steps steps;
  private final MadRules rules;
  private final MadChecks checks;

  /// @param lengthStep at which the length of a response is checked
  /// @param requestStep at which it is checked that a response belongs to its request
  /// @param attributeStep at which it is checked that it has the attribute of its request
  /// @param aliveStep at which it is checked that the DUT answers at all
  /// @param classRules what the class of management adds to what is checked; null for nothing
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

  /// Checks of what is received.
  public MadChecks checks() {
    return checks;
  }

  // --- sending

  /// The way to the DUT from the tester's port that the procedure is at.
  public Route toDut() {
    Route way = steps.body().way;
    return way == null ? port().route() : way;
  }

  /// Carries out a part of the procedure by LID; its checks name that.
  void by(Route.Lid way, Part part) throws TestException {
    Body body = steps.body();
    body.way = way;
    try {
      steps.at("LID", way.lid(), part);
    } finally {
      body.way = null;
    }
  }

  /// Sends a request to the DUT; [#receive] waits for its answer.
  public void send(MadPacketSpec request) throws TestException {
    send(request, toDut());
  }

  /// Sends a request to the DUT.
  ///
  /// @param timing changes the run's own
  void send(MadPacketSpec request, UnaryOperator<Timing> timing) throws TestException {
    send(request, toDut(), timing);
  }

  /// Sends a request once, come what may: its right answer is silence, or it would mean something
  /// else the second time.
  public void sendOnce(MadPacketSpec request, Route to) throws TestException {
    send(request, to, Timing::once);
  }

  /// Sends a request to anybody; [#receive] waits for the answer.
  public void send(MadPacketSpec request, Route to) throws TestException {
    send(request, to, timing -> timing);
  }

  private void send(MadPacketSpec request, Route to, UnaryOperator<Timing> timing)
      throws TestException {
    start(request.bytes(), request, to, timing.apply(port().timing()));
  }

  /// Sends a request, whatever its class.
  ///
  /// @param name tells messages what it is
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

  /// The answer to what was sent last.
  ///
  /// @throws TestException when there is none
  public MadPacketSpec receive() throws TestException {
    MadPacketSpec response = receiveIfAny();
    if (response == null) {
      throw unusable("no answer to " + rules.lastRequest());
    }
    return response;
  }

  /// The answer to what was sent last, fit to be read from.
  ///
  /// @throws TestException when there is none, or when its status is not 0
  public MadPacketSpec receiveOk() throws TestException {
    MadPacketSpec response = receive();
    if (response.status() != MadStatus.OK) {
      throw unusable(
          "%s was answered with status 0x%04X".formatted(rules.lastRequest(), response.status()));
    }
    return response;
  }

  /// The answer to what was sent last, or null when none was received.
  public @Nullable MadPacketSpec receiveIfAny() throws TestException {
    return receive(exchange ->
        exchange.state() == Exchange.State.ANSWERED
            ? MadPacketSpec.received(
                exchange.response(),
                exchange.responseFrame(),
                exchange.receivedAt() - exchange.sentAt())
            : null);
  }

  /// Waits until what was sent last is answered or given up, and checks of its answer what holds of
  /// all.
  ///
  /// @param taken what is taken out of the exchange, before that is released; null when no answer
  ///   came
  <T> @Nullable T receive(Function<Exchange, @Nullable T> taken) throws TestException {
    T answer = receiveIfAny(taken);
    if (answer == null) {
      steps.body().log.unanswered(rules.lastRequest());
    }
    return answer;
  }

  /// As [#receive], of a request whose right answer may be silence: that explains no step that was
  /// not reached.
  <T> @Nullable T receiveIfAny(Function<Exchange, @Nullable T> taken) throws TestException {
    Body body = steps.body();
    Exchange exchange = Objects.requireNonNull(body.pending, "a request is sent first");
    body.pending = null;
    try {
      port().await(exchange);
      NearMiss miss = exchange.putRight();
      if (miss != null) {
        body.stimuli.came(miss.frame(), miss.requestFrame());
      }
      Misfit misfit = exchange.misfit();
      body.stimuli.sent(exchange.requestFrame());
      body.stimuli.came(
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

  /// What was sent last has not been answered within its time.
  public boolean verifySilence() throws TestException {
    MadPacketSpec answer = receiveIfAny();
    return steps
        .checks()
        .verify(
            answer == null ? 0 : answer.frame(),
            answer == null,
            () -> "no answer to " + rules.lastRequest(),
            () -> "answered: " + answer);
  }

  /// The subnet management traps that were received unasked, of that number, since the last call or
  /// the beginning of the run: from whomever they are.
  public List<MadPacketSpec> takeTraps(int number) {
    return port().takeUnasked().stream()
        .map(unasked -> MadPacketSpec.received(unasked.mad(), unasked.frame(), 0))
        .filter(mad -> isTrap(mad, number))
        .toList();
  }

  /// All MADs that were received unasked since the last call or the beginning of the run, from
  /// whomever they are: the latest of many.
  public List<UnaskedSmp> takeUnasked() {
    return port().takeUnasked().stream().map(UnaskedSmp::of).toList();
  }

  /// Takes part in the subnet as a manager does, or ends that.
  ///
  /// @param responder answers requests for SMInfo; null to end
  /// @param isSm whether IsSM of the tester's port is set
  /// @return whether the stack below the tester lets it be
  boolean manage(@Nullable MadResponder responder, boolean isSm) throws TestException {
    try {
      return port().manage(responder, isSm);
    } catch (LinkException e) {
      throw TestException.of(e);
    }
  }

  /// Sends a MAD with its own TransactionID, such as a SubnTrapRepress; nothing is waited for.
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

  // --- for who builds on it

  /// What was sent last, and where, for messages.
  String lastRequest() {
    return rules.lastRequest();
  }

  /// The procedure cannot go on with what was received.
  TestException unusable(String why) {
    return new TestException(
        TestException.Cause.DUT, "step %s: %s".formatted(steps.current(), why));
  }

  private MadPort port() {
    return steps.port();
  }
}
