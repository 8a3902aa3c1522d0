package org.ibassay.device.rc;

import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.rc.RcSeams.CompletionEdit;
import org.ibassay.device.rc.RcSeams.PacketEdit;
import org.ibassay.device.rc.RcSeams.PacketSeal;
import org.ibassay.device.rc.RcSeams.PsnCount;
import org.ibassay.device.rc.RcSeams.StoreRule;
import org.ibassay.device.rc.UdSeams.Reaction;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// Where unreliable connections can be made to depart from the specification. What stands here
/// conforms.
public final class UcSeams {

  /// How far a responder is.
  ///
  /// @param expectedPsn of the next packet
  /// @param isOpen whether a message has begun
  public record Progress(int expectedPsn, boolean isOpen) {}

  /// Decides whether a packet has a fault.
  @FunctionalInterface
  public interface FaultRule {
    /// @param conforming whether it has
    boolean has(UcFault possible, TransportPacket packet, Progress progress, boolean conforming);
  }

  /// Whether a packet has a fault, and is dropped; otherwise it is executed as far as it can be.
  public final Decision<FaultRule> faults = new Decision<>((_, _, _, conforming) -> conforming);

  /// Picks a reaction.
  @FunctionalInterface
  public interface ReactionRule {
    Reaction of(UcFault found);
  }

  /// What else becomes of the QP when a packet is dropped.
  public final Decision<ReactionRule> reaction = new Decision<>(_ -> Reaction.NOTHING);

  /// Whether the message that has begun goes on after a packet that was dropped.
  public final Decision<Predicate<UcFault>> resumes = new Decision<>(_ -> false);

  /// Whether a dropped packet is waited for, from its fault.
  public final Decision<Predicate<UcFault>> waits = new Decision<>(_ -> false);

  /// Whether the receive of a SEND that does not end completes with success.
  public final Decision<Predicate<TransportPacket>> completesPart = new Decision<>(_ -> false);

  /// Whether a message takes a receive, from its last packet.
  public final Decision<Predicate<Operation>> takesReceive =
      new Decision<>(last -> last.isSend() || RequestChecks.needsReceive(last));

  /// Makes responses.
  @FunctionalInterface
  public interface AnswerRule {
    /// @param found null for a packet without a fault
    List<OutgoingPacket> of(TransportPacket packet, @Nullable UcFault found);
  }

  /// What is sent back to the peer.
  public final Decision<AnswerRule> answers = new Decision<>((_, _) -> List.of());

  /// What is stored of a payload.
  public final Decision<StoreRule> storing = new Decision<>((_, payload) -> payload);

  /// Completions, as they are reported.
  public final Decision<CompletionEdit> completions =
      new Decision<>((_, completion) -> List.of(completion));

  /// Packets of messages, before they are sent.
  public final Decision<PacketEdit> requests = new Decision<>(List::of);

  /// The PSN after a message, from its first one and from how many packets it has.
  public final Decision<PsnCount> psns = new Decision<>(Psn::add);

  /// Whether a message is sent once more some time after it was.
  public final Decision<Predicate<SendRequest>> repeats = new Decision<>(_ -> false);

  /// Whether an acknowledge, or what is said to be one, ends the QP.
  public final Decision<Predicate<TransportPacket>> endsBy = new Decision<>(_ -> false);

  /// The last that is done to a packet's bytes.
  public final Decision<PacketSeal> sealing = new Decision<>((writer, _) -> writer.end());

  /// A conforming adapter.
  public UcSeams() {}
}
