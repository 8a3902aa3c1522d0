package org.ibassay.link.upper;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// Attributes of a channel adapter and its port.
///
/// @param byteOrder of numbers in the host's memory; null where that is not known
public record DeviceAttributes(
    Identity identity, Limits limits, Port port, @Nullable ByteOrder byteOrder) {

  /// Which device it is.
  ///
  /// @param name as the DUT's host calls the device, e.g. `rxe0`
  /// @param firmware its version, empty where it has none
  /// @param nodeGuid big-endian, as in NodeInfo
  /// @param vendorId 24 bits
  /// @param vendorPart the vendor's number of the part
  public record Identity(
      String name, String firmware, long nodeGuid, int vendorId, int vendorPart) {}

  /// Capabilities of its QPs.
  ///
  /// @param atomics whether CmpSwap and FetchAdd are served
  /// @param reads RDMA READs and atomics that a QP sends out, and takes in, at a time
  /// @param maxMessageBytes of one message, by what the port says
  /// @param localAckDelay the device's own share of a round trip is 4.096 us * 2^this at most
  /// @param options what it serves beyond what every adapter does; none where an agent does not say
  public record Limits(
      Atomics atomics,
      RcSettings.Reads reads,
      long maxMessageBytes,
      int localAckDelay,
      Set<Option> options) {
    /// Keeps a copy.
    public Limits {
      options = Set.copyOf(options);
    }
  }

  /// An optional feature of an adapter.
  public enum Option {
    /// ATOMIC WRITE (annex A19).
    ATOMIC_WRITE,
    /// FLUSH for global visibility (annex A19).
    FLUSH,
    /// Memory windows of both types, and SEND with Invalidate.
    WINDOWS,
    /// Shared receive queues.
    SHARED_RECEIVES;

    /// As an agent has it.
    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// How its port is.
  ///
  /// @param isActive whether it is up
  /// @param activeMtu path MTU that it can carry now, in bytes
  /// @param maxMtu path MTU that it could carry, in bytes
  /// @param gids its table, without its empty entries
  public record Port(boolean isActive, int activeMtu, int maxMtu, List<GidEntry> gids) {
    /// Keeps a copy.
    public Port {
      gids = List.copyOf(gids);
    }
  }

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

  /// As the DUT's host calls the device, e.g. `rxe0`.
  public String name() {
    return identity.name();
  }

  /// Whether CmpSwap and FetchAdd are served.
  public Atomics atomics() {
    return limits.atomics();
  }

  /// Whether an option is served; false where an agent does not say.
  public boolean serves(Option option) {
    return limits.options().contains(option);
  }

  /// Whether ATOMIC WRITE (annex A19) is served; false where an agent does not say.
  public boolean isAtomicWriteServed() {
    return serves(Option.ATOMIC_WRITE);
  }

  /// RDMA READs and atomics that a QP takes in at a time.
  public int maxReadsAsTarget() {
    return limits.reads().peers();
  }

  /// RDMA READs and atomics that a QP sends out at a time.
  public int maxReadsAsInitiator() {
    return limits.reads().own();
  }

  /// Path MTU that the port can carry now, in bytes.
  public int activeMtu() {
    return port.activeMtu();
  }

  /// The port's table, without its empty entries.
  public List<GidEntry> gids() {
    return port.gids();
  }
}
