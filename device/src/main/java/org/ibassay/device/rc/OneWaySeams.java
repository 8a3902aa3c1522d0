package org.ibassay.device.rc;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.RcSeams.CompletionEdit;
import org.ibassay.device.rc.RcSeams.ListRule;
import org.ibassay.device.rc.RcSeams.PacketEdit;
import org.ibassay.device.rc.RcSeams.PacketSeal;
import org.ibassay.device.rc.RcSeams.PsnCount;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// The seams of an unacknowledged service. The defaults conform.
///
/// @param <F> a fault of a packet
/// @param <S> the QP's state that checks for faults need
public abstract sealed class OneWaySeams<F, S> permits UcSeams, UdSeams {

  /// Decides whether a packet has a fault.
  @FunctionalInterface
  public interface FaultRule<F, S> {
    /// @param conforming the conforming decision
    boolean has(F possible, TransportPacket packet, S qp, boolean conforming);
  }

  /// Whether a packet has a fault, and is dropped; otherwise it is executed as far as possible.
  public final Decision<FaultRule<F, S>> faults =
      new Decision<>((_, _, _, conforming) -> conforming);

  /// Effects of a dropped packet on its QP.
  public enum Reaction {
    NOTHING,
    /// The next receive completes in error.
    END_RECEIVE,
    /// The QP enters the error state.
    END_QP,
    /// The packet waits for a receive.
    WAIT
  }

  /// Selects a reaction.
  @FunctionalInterface
  public interface ReactionRule<F> {
    Reaction of(F found, Reaction conforming);
  }

  /// Decides the effect of a dropped packet on its QP.
  public final Decision<ReactionRule<F>> reaction = new Decision<>((_, conforming) -> conforming);

  /// Creates responses.
  @FunctionalInterface
  public interface AnswerRule<F> {
    /// @param found null for a packet without a fault
    List<OutgoingPacket> of(TransportPacket packet, @Nullable F found);
  }

  /// Packets sent back to the source of a packet.
  public final Decision<AnswerRule<F>> answers = new Decision<>((_, _) -> List.of());

  /// The destination QP of a packet, from its DestQP.
  public final Decision<IntUnaryOperator> destination = new Decision<>(qpn -> qpn);

  /// Completions before they are reported.
  public final Decision<CompletionEdit> completions =
      new Decision<>((_, completion) -> List.of(completion));

  /// Packets before they are sent.
  public final Decision<PacketEdit> requests = new Decision<>(List::of);

  /// The PSN after a message, from its first PSN and its number of packets.
  public final Decision<PsnCount> psns = new Decision<>(Psn::add);

  /// Completes a packet's bytes, as the last step before it is sent.
  public final Decision<PacketSeal> sealing = new Decision<>((writer, _) -> writer.end());

  /// The state after a request has failed because of an error of its own QP.
  public final Decision<State> afterSendError = new Decision<>(State.SQE);

  /// Whether requests are sent in state SQE.
  public final Decision<BooleanSupplier> sendsInError = new Decision<>(() -> false);

  /// Whether a QP can return from SQE to RTS.
  public final Decision<BooleanSupplier> leavesSendError = new Decision<>(() -> true);

  /// The state of a QP as reported.
  public final Decision<UnaryOperator<State>> state = new Decision<>(state -> state);

  /// How an adapter interprets a scatter/gather list.
  public final Decision<ListRule> lists = new Decision<>((_, list) -> list);

  /// Solicited events of receives.
  public final EventSeams events = new EventSeams();

  OneWaySeams() {}
}
