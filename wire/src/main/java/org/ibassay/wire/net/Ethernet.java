package org.ibassay.wire.net;

import static org.ibassay.wire.Form.HEX;
import static org.ibassay.wire.Form.MAC;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The Ethernet header, without preamble.
public final class Ethernet {
  private static final Layout.Table T = Layout.table("Ethernet", "IEEE 802.3 3.1", 14);

  public static final Field DESTINATION = T.rw("Destination", 0, 48, MAC);
  public static final Field SOURCE = T.rw("Source", 48, 48, MAC);

  /// The protocol that follows: one of the numbers below.
  public static final Field TYPE = T.rw("EtherType", 96, 16, HEX);

  public static final Layout LAYOUT = T.build();

  /// EtherType: an IPv4 header follows.
  public static final int IPV4 = 0x0800;

  /// EtherType: ARP follows.
  public static final int ARP = 0x0806;

  /// EtherType: an 802.1Q tag follows.
  public static final int VLAN = 0x8100;

  /// EtherType: an IPv6 header follows.
  public static final int IPV6 = 0x86DD;

  /// EtherType: a service tag precedes the 802.1Q tag (802.1ad).
  public static final int SERVICE_VLAN = 0x88A8;

  /// EtherType: a service tag precedes the 802.1Q tag, as in switches from before 802.1ad.
  public static final int OLD_SERVICE_VLAN = 0x9100;

  /// EtherType: a GRH follows (RoCEv1, annex A16).
  public static final int ROCE_V1 = 0x8915;

  /// The minimum frame length, in bytes, without the frame check sequence; a shorter frame is
  /// padded.
  public static final int MIN_BYTES = 60;

  private Ethernet() {}

  /// Whether an EtherType announces a VLAN tag.
  public static boolean isTag(int type) {
    return type == VLAN || type == SERVICE_VLAN || type == OLD_SERVICE_VLAN;
  }
}
