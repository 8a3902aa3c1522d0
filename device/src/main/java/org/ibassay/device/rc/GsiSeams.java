package org.ibassay.device.rc;

import java.util.List;
import org.ibassay.device.rc.RcSeams.PacketEdit;
import org.ibassay.device.seam.Decision;
import org.ibassay.wire.packet.TransportPacket;

/// The seams of QP1. The defaults conform.
public final class GsiSeams {
  /// Decides whether a datagram has a fault.
  @FunctionalInterface
  public interface FaultRule {
    /// @param conforming the conforming decision
    boolean has(GsiFault possible, TransportPacket packet, boolean conforming);
  }

  /// Whether a datagram has a fault, and is dropped.
  public final Decision<FaultRule> faults = new Decision<>((_, _, conforming) -> conforming);

  /// Datagrams before they are sent.
  public final Decision<PacketEdit> packets = new Decision<>(List::of);

  /// A conforming adapter.
  public GsiSeams() {}
}
