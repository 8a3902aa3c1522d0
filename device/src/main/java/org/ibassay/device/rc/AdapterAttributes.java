package org.ibassay.device.rc;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.Option;
import org.ibassay.link.upper.RcSettings;

/// Device attributes of a simulated channel adapter.
final class AdapterAttributes {
  private static final int VENDOR_ID = 0x02001B;
  private static final long LONGEST_MESSAGE = 1L << 31;
  private static final long DELAY_UNIT_NANOS = 4_096;

  private static final Map<Option, SimParameter> OPTIONS =
      new EnumMap<>(
          Map.of(
              Option.ATOMIC_WRITE, SimParameter.ATOMIC_WRITE,
              Option.FLUSH, SimParameter.FLUSH,
              Option.WINDOWS, SimParameter.WINDOWS,
              Option.SHARED_RECEIVES, SimParameter.SHARED_RECEIVES));

  private AdapterAttributes() {}

  static DeviceAttributes of(ChannelAdapter adapter) {
    return new DeviceAttributes(
        new DeviceAttributes.Identity("sim0", "", adapter.guid(), VENDOR_ID, 1),
        new DeviceAttributes.Limits(
            adapter.atomics(),
            new RcSettings.Reads(adapter.maxReads(), adapter.maxReads()),
            LONGEST_MESSAGE,
            ackDelay(adapter.responseNanos()),
            OPTIONS.entrySet().stream()
                .filter(option -> adapter.variant().is(option.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet())),
        new DeviceAttributes.Port(true, adapter.mtu(), adapter.mtu(), adapter.gids()),
        Region.BYTE_ORDER);
  }

  /// The smallest exponent whose time covers the time of a response.
  private static int ackDelay(long responseNanos) {
    int exponent = 0;
    while (DELAY_UNIT_NANOS << exponent < responseNanos) {
      exponent++;
    }
    return exponent;
  }
}
