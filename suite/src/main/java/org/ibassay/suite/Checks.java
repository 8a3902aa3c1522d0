package org.ibassay.suite;

import java.math.BigInteger;
import java.util.function.Supplier;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPort;
import org.jspecify.annotations.Nullable;

/// The checks that are made at the steps of a test. Each proves the assertions of its step. One
/// that holds is only counted; of one that fails it is kept what was expected, and what came.
public final class Checks {
  private final Steps steps;

  Checks(Steps steps) {
    this.steps = steps;
  }

  /// A condition holds at the present step; the texts are made only when it does not.
  ///
  /// @param frame of what it is about, in the capture; 0 for none
  /// @param expected completes "expected ..."
  /// @param actual what was received instead
  public boolean verify(
      long frame, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return verify(frame, "", passed, () -> null, expected, actual);
  }

  /// A condition on a field holds at the present step.
  ///
  /// @param subject name of the field
  /// @param field only asked for when the condition does not hold
  boolean verify(
      long frame,
      String subject,
      boolean passed,
      Supplier<@Nullable WrongField> field,
      Supplier<String> expected,
      Supplier<String> actual) {
    return verifyAt(steps.current(), frame, subject, passed, field, expected, actual);
  }

  /// A condition holds at a step which holds always.
  boolean verifyAt(
      String step, long frame, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return verifyAt(step, frame, "", passed, () -> null, expected, actual);
  }

  /// A condition on a field holds at a step which holds always.
  ///
  /// @param field only asked for when the condition does not hold
  boolean verifyAt(
      String step,
      long frame,
      boolean passed,
      Supplier<@Nullable WrongField> field,
      Supplier<String> expected,
      Supplier<String> actual) {
    return verifyAt(step, frame, "", passed, field, expected, actual);
  }

  /// A condition on a field holds at a step, be it the present one or one that holds always.
  ///
  /// @param subject name of the field; empty where there are several
  /// @param field only asked for when the condition does not hold
  boolean verifyAt(
      String step,
      long frame,
      String subject,
      boolean passed,
      Supplier<@Nullable WrongField> field,
      Supplier<String> expected,
      Supplier<String> actual) {
    Body body = steps.body();
    if (passed) {
      return passedAt(body, step, frame, subject);
    }
    long request = body.stimuli.of(frame);
    judged(body, step, frame, request);
    body.log.fail(
        step,
        body.place,
        subject,
        () ->
            new CheckLog.Failure(
                step,
                body.place,
                expected.get(),
                actual.get(),
                proof(frame),
                proof(request),
                field.get()));
    return false;
  }

  /// A field has the value expected at the present step.
  ///
  /// @param frame of what holds the field
  boolean verifyField(long frame, FieldValue value, BigInteger expected) {
    BigInteger actual = value.number();
    return verify(
        frame,
        value.field().name(),
        actual.equals(expected),
        () -> value.wrong(expected),
        () -> value.with(expected),
        () -> value.with(actual) + value.where());
  }

  /// A condition at the present step held, of which therefore nothing need be said.
  ///
  /// @param frame of what it was about, in the capture; 0 for none
  /// @param subject name of the field that it was about
  /// @return true
  boolean passed(long frame, String subject) {
    Body body = steps.body();
    return passedAt(body, body.step, frame, subject);
  }

  private boolean passedAt(Body body, String step, long frame, String subject) {
    if (!body.isJudged(step, frame)) {
      judged(body, step, frame, body.stimuli.of(frame));
    }
    body.log.pass(step, body.place, subject);
    return true;
  }

  /// Tells the capture which packets a step judged. A check that is about no packet is told of the
  /// last one before it.
  ///
  /// @param frame of what was checked; 0 for none
  /// @param request of what that answers, or should have; 0 for none
  void judged(String step, long frame, long request) {
    judged(steps.body(), step, frame, request);
  }

  private void judged(Body body, String step, long frame, long request) {
    judged(body, step, frame);
    judged(body, step, frame == 0 && request == 0 ? body.stimuli.latest() : request);
  }

  private void judged(Body body, String step, long frame) {
    if (frame != 0) {
      capture(body).judged(frame, steps.judgedBy(step));
    }
  }

  /// Tells the capture that a packet proves a failure.
  ///
  /// @return its number there; 0 for none
  long proof(long frame) {
    return capture(steps.body()).proof(frame);
  }

  private Tap capture(Body body) {
    MadPort port = body.port;
    return port == null
        ? steps.context().dut().packetPort().map(PacketPort::capture).orElse(Tap.NONE)
        : port.capture();
  }
}
