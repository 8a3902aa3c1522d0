package org.ibassay.device.cm;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.ConnectionStatus;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.mad.MadHeader;

/// The seams of communication management. The defaults conform.
public final class CmSeams {
  /// Whether a MAD to QP1 is handled as a message; otherwise it is dropped.
  public final Decision<Predicate<CmMessage>> heeds = new Decision<>(CmSeams::isRight);

  /// Decides about a REQ.
  @FunctionalInterface
  public interface VerdictRule {
    /// @param conforming reason of a REJ; 0 to accept, negative not to respond
    int of(CmMessage request, int conforming);
  }

  /// Decides how a REQ is answered.
  public final Decision<VerdictRule> verdict = new Decision<>((_, conforming) -> conforming);

  /// Compares Communication IDs.
  @FunctionalInterface
  public interface MatchRule {
    /// @param localId of the connection, at the DUT
    /// @param remoteId of the connection, at its peer; 0 while it is unknown
    boolean of(CmMessage message, long localId, long remoteId);
  }

  /// Whether a message belongs to a connection.
  public final Decision<MatchRule> matches = new Decision<>(CmSeams::isOf);

  /// Compares the QP that a DREQ is for.
  @FunctionalInterface
  public interface QpnRule {
    /// @param qpn of the connection that has the Communication IDs of the DREQ
    boolean of(CmMessage dreq, int qpn);
  }

  /// Whether a DREQ is for the QP of its connection.
  public final Decision<QpnRule> isForQp =
      new Decision<>((dreq, qpn) -> dreq.get(DisconnectRequest.REMOTE_QPN_EECN) == qpn);

  /// Picks a reaction.
  @FunctionalInterface
  public interface ReactionRule {
    CmReaction of(ConnectionState state, CmEvent event, CmReaction conforming);
  }

  /// Decides the effect of an event on a connection.
  public final Decision<ReactionRule> reactions = new Decision<>((_, _, conforming) -> conforming);

  /// Compares a REQ with that of a connection.
  @FunctionalInterface
  public interface RequestMatch {
    boolean of(CmMessage known, CmMessage request, boolean conforming);
  }

  /// Whether a REQ is a repeated one.
  public final Decision<RequestMatch> repeats = new Decision<>((_, _, conforming) -> conforming);

  /// Whether a REQ is for a QP of the peer that is already connected.
  public final Decision<RequestMatch> stale = new Decision<>((_, _, conforming) -> conforming);

  /// Changes messages.
  @FunctionalInterface
  public interface MessageEdit {
    /// @param right the conforming message, which may be changed
    /// @param cause the message that it answers; otherwise the REQ of its connection
    /// @param times how often it was sent before
    List<CmMessage> of(CmMessage right, CmMessage cause, int times);
  }

  /// Messages before they are sent.
  public final Decision<MessageEdit> sends = new Decision<>((right, _, _) -> List.of(right));

  /// Computes a time from its exponent.
  @FunctionalInterface
  public interface TimeRule {
    /// @param message the message sent, or an MRA received
    /// @param conforming the conforming time, in nanoseconds
    long of(CmMessage message, int exponent, long conforming);
  }

  /// The time until a message is resent; after an MRA, the additional time.
  public final Decision<TimeRule> waits = new Decision<>((_, _, conforming) -> conforming);

  /// Limits retries.
  @FunctionalInterface
  public interface CountRule {
    /// @param message the message sent
    /// @param most Max CM Retries
    int of(CmMessage message, int most);
  }

  /// How often an unanswered message is resent.
  public final Decision<CountRule> retries = new Decision<>((_, most) -> most);

  /// Whether RTU of one connection stops the timers of all that wait for it.
  public final Decision<BooleanSupplier> stopsAllTimers = new Decision<>(() -> false);

  /// What the timer of a REQ does to the connection that REP has established. By default, REP stops
  /// the timer.
  public final Decision<CmReaction> requestTimer = new Decision<>(CmReaction.NOTHING);

  /// The status of a requested connection that the application sees.
  public final Decision<UnaryOperator<ConnectionStatus>> reports = new Decision<>(right -> right);

  /// The settings of a connection's QP.
  public final Decision<UnaryOperator<RcSettings>> settings = new Decision<>(right -> right);

  /// A conforming adapter.
  public CmSeams() {}

  private static boolean isRight(CmMessage message) {
    return message.header(MadHeader.BASE_VERSION) == 1
        && message.header(MadHeader.MGMT_CLASS) == CmMessage.MGMT_CLASS
        && message.header(MadHeader.CLASS_VERSION) == CmMessage.CLASS_VERSION
        && message.header(MadHeader.METHOD) == CmMessage.SEND;
  }

  private static boolean isOf(CmMessage message, long localId, long remoteId) {
    return message.get(CmMessage.REMOTE_ID) == localId
        && (remoteId == 0 || message.get(CmMessage.LOCAL_ID) == remoteId);
  }
}
