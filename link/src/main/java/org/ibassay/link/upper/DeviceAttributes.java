package org.ibassay.link.upper;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// Attributes of a channel adapter and its port.
///
/// @param byteOrder of numbers in the host's memory; null if unknown
public record DeviceAttributes(
    Identity identity, Limits limits, Port port, @Nullable ByteOrder byteOrder) {

  /// The identity of a device.
  ///
  /// @param name the host's name of the device, e.g. `rxe0`
  /// @param firmware its version, empty if it has none
  /// @param nodeGuid big-endian, as in NodeInfo
  /// @param vendorId 24 bits
  /// @param vendorPart the vendor's part number
  public record Identity(
      String name, String firmware, long nodeGuid, int vendorId, int vendorPart) {}

  /// Capabilities of its QPs.
  ///
  /// @param atomics whether CmpSwap and FetchAdd are supported
  /// @param reads limits of outstanding RDMA READs and atomics as initiator and as target
  /// @param maxMessageBytes length of the longest message, as reported by the port
  /// @param localAckDelay the device's own share of a round trip is at most 4.096 us * 2^this
  /// @param options optional features; empty if the agent does not report them
  public record Limits(
      Atomics atomics,
      RcSettings.Reads reads,
      long maxMessageBytes,
      int localAckDelay,
      Set<Option> options) {
    /// Copies the set.
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

    /// Its name in the agent's protocol.
    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// Attributes of the port.
  ///
  /// @param isActive whether the port is active
  /// @param activeMtu current path MTU, in bytes
  /// @param maxMtu largest path MTU supported, in bytes
  /// @param gids the GID table without empty entries
  public record Port(boolean isActive, int activeMtu, int maxMtu, List<GidEntry> gids) {
    /// Copies the list.
    public Port {
      gids = List.copyOf(gids);
    }
  }

  /// Whether atomics are supported, and against which accesses they are atomic.
  public enum Atomics {
    /// Not supported.
    NONE,
    /// Atomic among the QPs of this device.
    DEVICE,
    /// Atomic also against accesses by the processor.
    GLOBAL
  }

  /// The encapsulation of packets with a GID.
  public enum GidType {
    /// InfiniBand.
    IB,
    /// RoCE directly over Ethernet.
    ROCE_V1,
    /// RoCE over UDP.
    ROCE_V2
  }

  /// An entry of the GID table.
  ///
  /// @param index in the table
  /// @param gid never zero
  /// @param type encapsulation of packets with this GID
  public record GidEntry(int index, Gid gid, GidType type) {}

  /// The host's name of the device, e.g. `rxe0`.
  public String name() {
    return identity.name();
  }

  /// Whether CmpSwap and FetchAdd are supported.
  public Atomics atomics() {
    return limits.atomics();
  }

  /// Whether an option is supported; false if the agent does not report it.
  public boolean serves(Option option) {
    return limits.options().contains(option);
  }

  /// Whether ATOMIC WRITE (annex A19) is supported; false if the agent does not report it.
  public boolean isAtomicWriteServed() {
    return serves(Option.ATOMIC_WRITE);
  }

  /// Limit of RDMA READs and atomics that a QP accepts at a time.
  public int maxReadsAsTarget() {
    return limits.reads().peers();
  }

  /// Limit of RDMA READs and atomics that a QP may have outstanding.
  public int maxReadsAsInitiator() {
    return limits.reads().own();
  }

  /// Current path MTU of the port, in bytes.
  public int activeMtu() {
    return port.activeMtu();
  }

  /// The port's GID table without empty entries.
  public List<GidEntry> gids() {
    return port.gids();
  }
}
