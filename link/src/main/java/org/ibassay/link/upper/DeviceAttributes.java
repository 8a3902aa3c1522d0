package org.ibassay.link.upper;

import java.nio.ByteOrder;
import java.util.List;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// What a channel adapter and its port say of themselves.
///
/// @param name as the DUT's host calls the device, e.g. `rxe0`
/// @param firmware its version, empty where it has none
/// @param nodeGuid big-endian, as in NodeInfo
/// @param vendorId 24 bits
/// @param vendorPart the vendor's number of the part
/// @param atomics whether CmpSwap and FetchAdd are served
/// @param maxReadsAsTarget RDMA READs and atomics that a QP takes in at a time
/// @param maxReadsAsInitiator RDMA READs and atomics that a QP sends out at a time
/// @param maxMessageBytes of one message, by what the port says
/// @param activeMtu path MTU that the port can carry now, in bytes
/// @param maxMtu path MTU that the port could carry, in bytes
/// @param localAckDelay the device's own share of a round trip is 4.096 us * 2^this at most
/// @param portActive whether the port is up
/// @param gids the port's table, without its empty entries
/// @param byteOrder of numbers in the host's memory; null where that is not known
public record DeviceAttributes(
    String name,
    String firmware,
    long nodeGuid,
    int vendorId,
    int vendorPart,
    Atomics atomics,
    int maxReadsAsTarget,
    int maxReadsAsInitiator,
    long maxMessageBytes,
    int activeMtu,
    int maxMtu,
    int localAckDelay,
    boolean portActive,
    List<GidEntry> gids,
    @Nullable ByteOrder byteOrder) {

  /// Whether atomics are served, and what they are atomic against.
  public enum Atomics {
    /// Not served.
    NONE,
    /// Atomic among the QPs of this device.
    DEVICE,
    /// Atomic also against the processor's accesses.
    GLOBAL
  }

  /// How packets with a GID are framed.
  public enum GidType {
    /// InfiniBand.
    IB,
    /// RoCE over Ethernet alone.
    ROCE_V1,
    /// RoCE over UDP.
    ROCE_V2
  }

  /// @param index in the port's table
  /// @param gid never zero
  /// @param type how packets with it are framed
  public record GidEntry(int index, Gid gid, GidType type) {}

  /// Keeps a copy.
  public DeviceAttributes {
    gids = List.copyOf(gids);
  }
}
