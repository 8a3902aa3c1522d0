package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.jspecify.annotations.Nullable;

/// The state of a procedure that is running: the whole procedure, or one iteration of a repetition.
/// Confined to one thread at a time.
final class Body {
  final CheckLog log;

  /// Null where the procedure sends no management datagrams.
  final @Nullable MadPort port;

  Place place;
  String step = "";

  /// Whether an iteration of a repetition is running: a loop inside it does not report progress.
  boolean isRepeating;

  /// The route to the DUT; null for the port's default.
  @Nullable Route way;

  @Nullable MemorySegment request;
  Object requestName = "";
  @Nullable Exchange pending;

  /// The failure reported for a missing packet; null while what follows can be checked.
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

  /// Whether the same step has just judged this packet: most steps check one packet many times.
  /// False for frame 0, which stands for no packet.
  boolean isJudged(String byStep, long frame) {
    boolean isJudged = frame != 0 && frame == judgedFrame && byStep.equals(judgingStep);
    judgingStep = byStep;
    judgedFrame = frame;
    return isJudged;
  }

  /// Returns the state of one iteration of a repetition.
  Body iteration(Place itsPlace) {
    Body fork = fork(port, itsPlace);
    fork.isRepeating = true;
    return fork;
  }

  /// Returns the state of the same procedure at another place or through another port, with an
  /// empty log.
  Body fork(@Nullable MadPort otherPort, Place otherPlace) {
    Body fork = new Body(otherPort, otherPlace, log.inner());
    fork.step = step;
    fork.isRepeating = isRepeating;
    fork.way = way;
    return fork;
  }
}
