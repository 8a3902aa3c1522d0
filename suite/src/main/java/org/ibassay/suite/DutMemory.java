package org.ibassay.suite;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.GivenConnection;
import org.ibassay.link.upper.MemoryRegion;
import org.jspecify.annotations.Nullable;

/// Memory that the DUT registers for a procedure, and its content. It does not belong to a
/// particular QP.
public final class DutMemory {
  /// Size in packets that suffices for every procedure.
  private static final int BUFFER_PACKETS = 16;

  /// Size in packets that suffices for procedures on memory that is given once for all.
  private static final int LEAST_PACKETS = 3;

  private final Steps steps;
  private final TransportDut dut;
  private final List<MemoryRegion> regions = new ArrayList<>();
  private final DutWindows windows;
  private @Nullable MemoryRegion buffer;

  DutMemory(Steps steps, TransportDut dut) {
    this.steps = steps;
    this.dut = dut;
    this.windows = new DutWindows(steps, dut);
  }

  /// Registers zeroed memory of 16 packets with all rights.
  public MemoryRegion register() throws TestException {
    return register(AccessRights.ALL);
  }

  /// Registers zeroed memory of 16 packets.
  public MemoryRegion register(AccessRights rights) throws TestException {
    GivenConnection given = dut.given();
    MemoryRegion memory = given == null ? null : given.ends().memory();
    long bytes = (long) BUFFER_PACKETS * dut.pathMtu();
    long least = (long) LEAST_PACKETS * dut.pathMtu();
    return register(rights, memory == null ? bytes : Math.clamp(memory.bytes(), least, bytes));
  }

  /// Registers zeroed memory.
  public MemoryRegion register(AccessRights rights, long bytes) throws TestException {
    MemoryRegion region = add(rights, bytes);
    buffer = region;
    return region;
  }

  /// Returns memory windows and other optional features of the DUT.
  public DutWindows windows() {
    return windows;
  }

  /// Registers zeroed memory of 16 packets in a protection domain without QPs.
  public MemoryRegion registerElsewhere(AccessRights rights) throws TestException {
    long bytes = (long) BUFFER_PACKETS * dut.pathMtu();
    MemoryRegion region = dut.upper(upper -> upper.extended().registerElsewhere(bytes, rights));
    regions.add(region);
    return region;
  }

  /// Registers memory without making it the [#buffer].
  MemoryRegion add(AccessRights rights, long bytes) throws TestException {
    MemoryRegion region = dut.upper(upper -> upper.register(bytes, rights));
    regions.add(region);
    return region;
  }

  /// Returns the memory registered last: `DUT buffer` of the public pages.
  public MemoryRegion buffer() {
    MemoryRegion registered = buffer;
    if (registered == null) {
      throw new IllegalStateException("no memory is registered");
    }
    return registered;
  }

  /// Deregisters one region.
  public void free(MemoryRegion region) throws TestException {
    regions.remove(region);
    dut.tellUpper(upper -> upper.free(region));
  }

  /// Deregisters all memory.
  void free() throws TestException {
    for (MemoryRegion region : regions) {
      dut.tellUpper(upper -> upper.free(region));
    }
    regions.clear();
    buffer = null;
  }

  /// Returns whether its content can be read; if not, checks of it in the current step do not
  /// apply.
  public boolean isSeen() {
    return dut.can(Ability.ONE_REQUEST) || dut.lets(Ability.MEMORY);
  }

  /// Fills registered memory through the DUT, if its content can be written or is sent.
  public void fill(MemoryRegion region, byte[] data) throws TestException {
    if (dut.can(Ability.MEMORY) || dut.can(Ability.ONE_REQUEST)) {
      dut.tellUpper(upper -> upper.write(region, 0, data));
    }
  }

  /// Reads registered memory.
  public byte[] read(MemoryRegion region, long at, int bytes) throws TestException {
    return dut.upper(upper -> upper.read(region, at, bytes));
  }

  /// Verifies that memory holds these bytes.
  public boolean verify(MemoryRegion region, long at, byte[] expected) throws TestException {
    if (!isSeen()) {
      return true;
    }
    byte[] actual = read(region, at, expected.length);
    return steps
        .checks()
        .verify(
            0,
            Arrays.equals(actual, expected),
            () -> Shown.counted(expected.length, "byte") + " in the DUT's memory as sent",
            () -> MessageData.differenceInMemory(actual, expected));
  }

  /// Verifies that memory holds a 64-bit number, in the byte order of the DUT's processor, or in
  /// either order if that is not known.
  public boolean verifyNumber(MemoryRegion region, long at, long expected) throws TestException {
    if (!isSeen()) {
      return true;
    }
    ByteOrder order = dut.attributes().byteOrder();
    ByteBuffer bytes = ByteBuffer.wrap(read(region, at, Long.BYTES));
    long actual = bytes.order(order == null ? BIG_ENDIAN : order).getLong();
    return steps
        .checks()
        .verify(
            0,
            actual == expected || (order == null && Long.reverseBytes(actual) == expected),
            () -> "0x%016X in the DUT's memory".formatted(expected),
            () -> "0x%016X".formatted(actual));
  }
}
