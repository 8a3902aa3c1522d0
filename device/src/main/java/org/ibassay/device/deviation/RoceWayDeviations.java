package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RoceEdits.deviation;
import static org.ibassay.device.deviation.RoceEdits.takes;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.rc.HeaderCheck;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations in which station a frame is for, in fragments, and in header fields that a response
/// copies from its request.
final class RoceWayDeviations {
  private static final int LOCAL_BIT = 41;

  private RoceWayDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        fragments("fragment", "fragments of IPv4 packets", true, true),
        fragments("first-fragment", "the first fragment of an IPv4 packet", true, false),
        fragments("last-fragment", "the last fragment of an IPv4 packet", false, true),
        station("any-mac", "any MAC address", _ -> true),
        station(
            "local-mac",
            "any locally administered MAC address",
            packet -> (packet.get(Header.ETHERNET, Ethernet.DESTINATION) >> LOCAL_BIT & 1) == 1),
        copies("dscp", "DSCP", Header.IPV4, Ipv4.DSCP),
        copies("ecn", "ECN", Header.IPV4, Ipv4.ECN),
        copies("ttl", "Time to Live", Header.IPV4, Ipv4.TIME_TO_LIVE),
        copies("ipv6-dscp", "DSCP", Header.IPV6, Ipv6.DSCP).on(SimParameter.IPV6, 1),
        copies("hop-limit", "Hop Limit", Header.IPV6, Ipv6.HOP_LIMIT).on(SimParameter.IPV6, 1));
  }

  /// Ignores MF or Fragment Offset. Both are cleared before the packet is read, and the checksum
  /// and the ICRC, which cover them, are not checked then.
  private static DeviationSpec fragments(String name, String what, boolean more, boolean later) {
    return deviation(
        name + "-taken",
        "accepts " + what,
        seams -> {
          boolean[] isCleared = {false};
          seams.again.arriving.deviate(_ -> frame -> isCleared[0] = clear(frame, more, later));
          takes(HeaderCheck.CARRIER, _ -> isCleared[0])
              .andThen(takes(HeaderCheck.ICRC, _ -> isCleared[0]))
              .accept(seams);
        });
  }

  private static boolean clear(MemorySegment frame, boolean more, boolean later) {
    int ip = Ethernet.LAYOUT.bytes();
    if (frame.byteSize() < ip + Ipv4.LAYOUT.bytes()
        || Ethernet.TYPE.get(frame, 0) != Ethernet.IPV4) {
      return false;
    }
    boolean isFragment =
        (more && Ipv4.MF.get(frame, ip) == 1)
            || (later && Ipv4.FRAGMENT_OFFSET.get(frame, ip) != 0);
    if (isFragment) {
      Ipv4.MF.set(frame, ip, 0);
      Ipv4.FRAGMENT_OFFSET.set(frame, ip, 0);
    }
    return isFragment;
  }

  private static DeviationSpec station(String name, String what, Predicate<TransportPacket> some) {
    return deviation(
        name + "-taken",
        "accepts frames to " + what,
        seams -> seams.again.takesFrame.deviate(_ -> some));
  }

  private static DeviationSpec copies(String name, String what, Header header, Field field) {
    return deviation(
        "response-" + name + "-of-request",
        "sends responses with the %s of the request".formatted(what),
        seams -> {
          long[] last = {0};
          seams.hears.deviate(under ->
              packet -> {
                last[0] = packet.has(header) ? packet.get(header, field) : last[0];
                return under.test(packet);
              });
          RcEdits.responses(_ -> true, packet -> packet.with(header, field, last[0])).accept(seams);
        });
  }
}
