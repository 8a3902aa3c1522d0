package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.jspecify.annotations.Nullable;

/// What runs of a procedure: the whole of it, or one iteration of a repetition. Used by one thread
/// at a time.
final class Body {
  final CheckLog log;

  /// Null where the procedure sends no management datagrams.
  final @Nullable MadPort port;

  Place place;
  String step = "";

  /// Whether an iteration of a repetition runs: what it repeats itself is not the whole length.
  boolean isRepeating;

  /// The way to the DUT; null for the port's own.
  @Nullable Route way;

  @Nullable MemorySegment request;
  Object requestName = "";
  @Nullable Exchange pending;

  /// The check that a packet came which did not, where nothing could be checked of what follows.
  CheckLog.@Nullable Failure missing;

  final Stimuli stimuli = new Stimuli();

  private String judgingStep = "";
  private long judgedFrame;

  Body(@Nullable MadPort port, Place place) {
    this(port, place, new CheckLog());
  }

  private Body(@Nullable MadPort port, Place place, CheckLog log) {
    this.log = log;
    this.port = port;
    this.place = place;
  }

  /// Whether a step judged that packet just before, as most of them make many checks of one. Of no
  /// packet there is always another that is told so.
  boolean isJudged(String byStep, long frame) {
    boolean isJudged = frame != 0 && frame == judgedFrame && byStep.equals(judgingStep);
    judgingStep = byStep;
    judgedFrame = frame;
    return isJudged;
  }

  /// An iteration of a repetition in this body.
  Body iteration(Place itsPlace) {
    Body fork = fork(port, itsPlace);
    fork.isRepeating = true;
    return fork;
  }

  /// The same procedure at another place or through another port, with a log of its own.
  Body fork(@Nullable MadPort otherPort, Place otherPlace) {
    Body fork = new Body(otherPort, otherPlace, log.inner());
    fork.step = step;
    fork.isRepeating = isRepeating;
    fork.way = way;
    return fork;
  }
}
