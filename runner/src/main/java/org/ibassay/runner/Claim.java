package org.ibassay.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.link.upper.DeviceAttributes.Option;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.jspecify.annotations.Nullable;

/// A property that a device's manufacturer can claim (ICS) and that can be read from the device.
///
/// @param name as in the specification, or as an agent reports it
/// @param source where it is read
/// @param isFlag whether it is true or false; otherwise it is a number
/// @param field component of the attribute; null for an agent
/// @param reported reads it from an agent's report; null for an attribute
public record Claim(
    String name,
    Source source,
    boolean isFlag,
    @Nullable Field field,
    @Nullable ToLongFunction<DeviceAttributes> reported) {

  /// Where a claim is read.
  public enum Source {
    /// NodeInfo of any node.
    NODE_INFO("NodeInfo"),
    /// PortInfo of any node; on a switch, of port 0.
    CAPABILITY_MASK("PortInfo:CapabilityMask"),
    /// As [#CAPABILITY_MASK].
    CAPABILITY_MASK2("PortInfo:CapabilityMask2"),
    /// As [#CAPABILITY_MASK].
    PORT_INFO("PortInfo"),
    /// SwitchInfo; switches only.
    SWITCH_INFO("SwitchInfo"),
    /// The agent on the host of a channel adapter.
    AGENT("agent");

    private final String text;

    Source(String text) {
      this.text = text;
    }

    /// The name used in messages.
    public String text() {
      return text;
    }
  }

  private static final List<Claim> ALL = all();

  /// All claims, ordered by source.
  public static List<Claim> values() {
    return ALL;
  }

  /// Returns the claim with that name.
  public static Optional<Claim> named(String name) {
    return ALL.stream().filter(claim -> claim.name.equals(name)).findFirst();
  }

  private static List<Claim> all() {
    List<Claim> all = new ArrayList<>();
    bits(PortInfo.CAPABILITY_MASK).forEach(bit -> all.add(flag(Source.CAPABILITY_MASK, bit)));
    bits(PortInfo.CAPABILITY_MASK2).forEach(bit -> all.add(flag(Source.CAPABILITY_MASK2, bit)));
    Stream.of(NodeInfo.NUM_PORTS, NodeInfo.PARTITION_CAP)
        .forEach(field -> all.add(number(Source.NODE_INFO, field)));
    Stream.of(PortInfo.GUID_CAP, PortInfo.VL_CAP, PortInfo.MTU_CAP)
        .forEach(field -> all.add(number(Source.PORT_INFO, field)));
    Stream.of(
            SwitchInfo.LINEAR_FDB_CAP,
            SwitchInfo.RANDOM_FDB_CAP,
            SwitchInfo.MULTICAST_FDB_CAP,
            SwitchInfo.LIDS_PER_PORT,
            SwitchInfo.PARTITION_ENFORCEMENT_CAP)
        .forEach(field -> all.add(number(Source.SWITCH_INFO, field)));
    Stream.of(
            SwitchInfo.INBOUND_ENFORCEMENT_CAP,
            SwitchInfo.OUTBOUND_ENFORCEMENT_CAP,
            SwitchInfo.FILTER_RAW_INBOUND_CAP,
            SwitchInfo.FILTER_RAW_OUTBOUND_CAP,
            SwitchInfo.ENHANCED_PORT0)
        .forEach(field -> all.add(flag(Source.SWITCH_INFO, field)));
    all.add(agent("Atomics", true, device -> device.atomics() == Atomics.NONE ? 0 : 1));
    all.add(option("AtomicWrite", Option.ATOMIC_WRITE));
    all.add(option("Flush", Option.FLUSH));
    all.add(option("MemoryWindows", Option.WINDOWS));
    all.add(option("SharedReceiveQueues", Option.SHARED_RECEIVES));
    all.add(agent("ReadsAsTarget", false, DeviceAttributes::maxReadsAsTarget));
    all.add(agent("ReadsAsInitiator", false, DeviceAttributes::maxReadsAsInitiator));
    all.add(agent("MaxMessageBytes", false, device -> device.limits().maxMessageBytes()));
    return List.copyOf(all);
  }

  private static List<Field> bits(Field mask) {
    return PortInfo.LAYOUT.partsOf(mask);
  }

  private static Claim flag(Source source, Field field) {
    return new Claim(field.name(), source, true, field, null);
  }

  private static Claim number(Source source, Field field) {
    return new Claim(field.name(), source, false, field, null);
  }

  private static Claim option(String name, Option option) {
    return agent(name, true, device -> device.serves(option) ? 1 : 0);
  }

  private static Claim agent(
      String name, boolean isFlag, ToLongFunction<DeviceAttributes> reported) {
    return new Claim(name, Source.AGENT, isFlag, null, reported);
  }

  /// Formats a value: `true` or `false`, or a number.
  public String text(long value) {
    return isFlag ? Boolean.toString(value != 0) : Long.toUnsignedString(value);
  }

  /// Parses a value.
  ///
  /// @throws UsageException names the values allowed
  long parse(String text) throws UsageException {
    if (isFlag && (text.equals("true") || text.equals("false"))) {
      return text.equals("true") ? 1 : 0;
    }
    try {
      if (!isFlag) {
        return Long.parseUnsignedLong(text);
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new UsageException(
        "claims.%s=%s: expected %s".formatted(name, text, isFlag ? "true or false" : "a number"));
  }

  @Override
  public String toString() {
    return name;
  }
}
