package org.ibassay.device.rc;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.AddressHandle;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.Gid;

/// The seams of unreliable datagrams. The defaults conform.
public final class UdSeams extends OneWaySeams<UdFault, UdSeams.Receiver> {

  /// The destination QP of a datagram.
  ///
  /// @param qKey the Q_Key that datagrams must have
  public record Receiver(State state, int qKey) {}

  /// Whether an RDMA WRITE or FetchAdd is executed.
  public final Decision<Predicate<TransportPacket>> executes = new Decision<>(_ -> false);

  /// The 40 bytes that are written before a payload.
  public final Decision<UnaryOperator<byte[]>> area = new Decision<>(area -> area);

  /// Builds the data of a datagram that is written to a receive.
  @FunctionalInterface
  public interface PlaceRule {
    byte[] of(byte[] area, byte[] payload);
  }

  /// The data that is written to a receive.
  public final Decision<PlaceRule> placing = new Decision<>(UdSeams::joined);

  /// Selects the QPs that receive a multicast datagram; QPs may be repeated.
  @FunctionalInterface
  public interface MemberRule {
    List<Integer> of(List<Integer> attached, List<Integer> all);
  }

  /// Numbers of the QPs that receive a datagram to a group.
  public final Decision<MemberRule> members = new Decision<>((attached, _) -> attached);

  /// Whether the destination group of a datagram is a group to which a QP is attached.
  public final Decision<BiPredicate<Gid, Gid>> sameGroup = new Decision<>(Gid::equals);

  /// Whether a detached QP no longer receives datagrams to the group, from the QP's number.
  public final Decision<IntPredicate> leaves = new Decision<>(_ -> true);

  /// Selects the address fields of a datagram.
  @FunctionalInterface
  public interface HandleRule {
    /// @param qpn the sending QP
    /// @param own its address handle
    AddressHandle of(int qpn, AddressHandle own);
  }

  /// The address fields of a datagram.
  public final Decision<HandleRule> handle = new Decision<>((_, own) -> own);

  /// The Q_Key that is sent, from that of the request and that of the sending QP.
  public final Decision<IntBinaryOperator> qKey =
      new Decision<>((request, own) -> request < 0 ? own : request);

  /// Whether a datagram longer than the port's MTU is sent, from its length in bytes.
  public final Decision<IntPredicate> sendsTooLong = new Decision<>(_ -> false);

  /// Whether a datagram whose buffer cannot be read is still sent, as zeros.
  public final Decision<BooleanSupplier> sendsUnreadable = new Decision<>(() -> false);

  /// A conforming adapter.
  public UdSeams() {}

  private static byte[] joined(byte[] area, byte[] payload) {
    byte[] all = new byte[area.length + payload.length];
    System.arraycopy(area, 0, all, 0, area.length);
    System.arraycopy(payload, 0, all, area.length, payload.length);
    return all;
  }
}
