package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.mad.BareTransfer;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaRequest;
import org.jspecify.annotations.Nullable;

/// Receives tables of subnet administration segment by segment, or sends requests so: only the
/// procedure sends acknowledgements.
public final class SegmentExchange {
  /// The least number of trials of a part where packets may be lost.
  private static final int LEAST_TRIALS = 12;

  private static final int MOST_DOUBLINGS = 12;

  private final Steps steps;
  private final int lid;
  private @Nullable BareTransfer transfer;
  private @Nullable MemorySegment request;

  /// @param lid LID of subnet administration
  SegmentExchange(Steps steps, int lid) {
    this.steps = steps;
    this.lid = lid;
  }

  /// Why the tester cannot receive single segments; null if it can.
  ///
  /// @return a sentence whose subject, the test, is omitted
  public static @Nullable String missing(Dut dut) {
    return dut.madPorts().stream().anyMatch(MadPort::showsSegments)
        ? null
        : "needs to see segments; the stack below the tester does RMPP itself";
  }

  /// Whether no packet is lost, so that a missing packet was not sent.
  public boolean isLossless() {
    return steps.port().isLossless();
  }

  /// Runs a part in which no packet may be lost. On a lossy link the part is repeated until it
  /// passes; if it never does, the rest of the procedure is undecided.
  ///
  /// @param first first step of the part
  public void carryOut(String first, Part part) throws TestException {
    steps.step(first);
    if (isLossless()) {
      part.run();
      return;
    }
    int retries = Math.min(MOST_DOUBLINGS, steps.port().timing().retries());
    int most = Math.max(LEAST_TRIALS, 1 << retries);
    for (int i = 0; i < most; i++) {
      Trial trial = steps.trial(part);
      if (trial.passed()) {
        steps.adopt(trial);
        return;
      }
    }
    steps.step(first);
    steps.needs(false, "no trial of %d passed: packets may have been lost".formatted(most));
  }

  /// Sends a request and returns the first MAD of the response.
  ///
  /// @throws TestException if there is none
  public SegmentSpec ask(SaRequest table) throws TestException {
    SegmentSpec first = askIfAny(table);
    if (first == null) {
      throw new TestException(
          TestException.Cause.DUT, "step %s: no response to a request".formatted(steps.current()));
    }
    return first;
  }

  /// Sends a request and returns the first MAD of the response; null if there is none.
  public @Nullable SegmentSpec askIfAny(SaRequest table) throws TestException {
    return askIfAny(table.mad());
  }

  /// Sends the first segment of a request and returns the first MAD received in response; null if
  /// there is none.
  ///
  /// @param first 256 bytes, complete except for the TransactionID
  public @Nullable SegmentSpec askIfAny(MemorySegment first) throws TestException {
    Timing timing = steps.port().timing();
    request = first;
    try {
      transfer = BareTransfer.ask(steps.port(), first, new Route.Lid(lid), timing, steps.label());
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
    return next(Duration.ZERO);
  }

  /// Returns the next MAD of the response; null if there is none in time.
  public @Nullable SegmentSpec next(Duration within) throws TestException {
    return next(steps.now() + within.toNanos());
  }

  private @Nullable SegmentSpec next(long deadline) throws TestException {
    try {
      BareTransfer.Segment received = transfer().next(deadline);
      if (received == null) {
        return null;
      }
      steps.body().stimuli.received(received.frame(), 0);
      return new SegmentSpec(received.mad(), received.frame());
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
  }

  /// Returns all MADs of the response that are received within a time.
  public List<SegmentSpec> all(Duration within) throws TestException {
    long deadline = steps.now() + within.toNanos();
    List<SegmentSpec> all = new ArrayList<>();
    for (SegmentSpec next = next(deadline); next != null; next = next(deadline)) {
      all.add(next);
    }
    return all;
  }

  /// Acknowledges segments.
  ///
  /// @param number number of the last segment received in order
  /// @param windowLast number of the last segment that may be sent
  public void ack(long number, long windowLast) throws TestException {
    ack(number, windowLast, _ -> {});
  }

  /// Sends an invalid ACK.
  ///
  /// @param spoil makes the ACK invalid
  public void ack(long number, long windowLast, Consumer<MemorySegment> spoil)
      throws TestException {
    MemorySegment mad = header(RmppHeader.TYPE_ACK);
    RmppHeader.SEGMENT_NUMBER.set(mad, 0, number);
    RmppHeader.NEW_WINDOW_LAST.set(mad, 0, windowLast);
    spoil.accept(mad);
    send(mad);
  }

  /// Sends a further segment of the request.
  ///
  /// @param segment 256 bytes, complete except for the TransactionID
  public void segment(MemorySegment segment) throws TestException {
    MemorySegment mad = MemorySegment.ofArray(segment.toArray(ValueLayout.JAVA_BYTE));
    MadHeader.TRANSACTION_ID.set(mad, 0, transfer().transactionId());
    send(mad);
  }

  /// Ends the transfer early.
  ///
  /// @param type STOP or ABORT
  /// @param status one of [org.ibassay.wire.mad.RmppStatus]
  public void end(int type, int status) throws TestException {
    MemorySegment mad = header(type);
    RmppHeader.STATUS.set(mad, 0, status);
    send(mad);
  }

  /// A MAD of the receiver, with the header of the request.
  private MemorySegment header(int type) {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MemorySegment asked = Objects.requireNonNull(request, "a request is sent first");
    MemorySegment.copy(asked, 0, mad, 0, SaHeader.DATA);
    MadHeader.TRANSACTION_ID.set(mad, 0, transfer().transactionId());
    RmppHeader.RMPP_VERSION.set(mad, 0, RmppHeader.VERSION);
    RmppHeader.TYPE.set(mad, 0, type);
    RmppHeader.R_RESP_TIME.set(mad, 0, RmppHeader.NO_RESPONSE_TIME);
    RmppHeader.FLAGS.set(mad, 0, 0);
    RmppHeader.DATA1.set(mad, 0, 0);
    RmppHeader.DATA2.set(mad, 0, 0);
    RmppHeader.ACTIVE.set(mad, 0, 1);
    return mad;
  }

  private void send(MemorySegment mad) throws TestException {
    try {
      transfer().send(mad, steps.label());
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
  }

  private BareTransfer transfer() {
    return Objects.requireNonNull(transfer, "a request is sent first");
  }
}
