package org.ibassay.suite;

import java.math.BigInteger;
import java.util.function.Supplier;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPort;
import org.jspecify.annotations.Nullable;

/// The checks made at the steps of a test. Each check proves the assertions of its step. A passed
/// check is only counted; a failed one is recorded with the expected and the received value.
public final class Checks {
  private final Steps steps;

  Checks(Steps steps) {
    this.steps = steps;
  }

  /// Checks a condition at the current step; the texts are evaluated only if it fails.
  ///
  /// @param frame frame number of the packet that is checked; 0 for none
  /// @param expected completes "expected ..."
  /// @param actual what was received instead
  public boolean verify(
      long frame, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return verify(frame, "", passed, () -> null, expected, actual);
  }

  /// Checks a condition on a field at the current step.
  ///
  /// @param subject name of the field
  /// @param field evaluated only if the condition fails
  boolean verify(
      long frame,
      String subject,
      boolean passed,
      Supplier<@Nullable WrongField> field,
      Supplier<String> expected,
      Supplier<String> actual) {
    return verifyAt(steps.current(), frame, subject, passed, field, expected, actual);
  }

  /// Checks a condition at one of the steps that apply throughout the test.
  boolean verifyAt(
      String step, long frame, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return verifyAt(step, frame, "", passed, () -> null, expected, actual);
  }

  /// Checks a condition on a field at one of the steps that apply throughout the test.
  ///
  /// @param field evaluated only if the condition fails
  boolean verifyAt(
      String step,
      long frame,
      boolean passed,
      Supplier<@Nullable WrongField> field,
      Supplier<String> expected,
      Supplier<String> actual) {
    return verifyAt(step, frame, "", passed, field, expected, actual);
  }

  /// Checks a condition on a field at any step.
  ///
  /// @param subject name of the field; empty if there are several
  /// @param field evaluated only if the condition fails
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

  /// Checks the value of a field at the current step.
  ///
  /// @param frame frame number of the packet that holds the field
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

  /// Counts a passed check at the current step.
  ///
  /// @param frame frame number of the packet that was checked; 0 for none
  /// @param subject name of the field that was checked
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

  /// Marks in the capture which packets a step judged. A check of a missing packet marks the last
  /// packet sent before it.
  ///
  /// @param frame frame number of the checked packet; 0 for none
  /// @param request frame number of the request that it answers or should have answered; 0 for none
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

  /// Marks a packet in the capture as proof of a failure.
  ///
  /// @return its frame number; 0 for none
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
