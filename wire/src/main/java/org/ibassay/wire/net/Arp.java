package org.ibassay.wire.net;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;
import static org.ibassay.wire.Form.IPV4;
import static org.ibassay.wire.Form.MAC;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// Address resolution from IPv4 to Ethernet.
public final class Arp {
  private static final Layout.Table T = Layout.table("ARP", "RFC 826", 28);

  /// [#ETHERNET].
  public static final Field HARDWARE = T.rw("Hardware Type", 0, 16, DECIMAL);

  /// [Ethernet#IPV4].
  public static final Field PROTOCOL = T.rw("Protocol Type", 16, 16, HEX);

  /// Length of a hardware address, in bytes: 6.
  public static final Field HARDWARE_LENGTH = T.rw("Hardware Length", 32, 8, DECIMAL);

  /// Length of a protocol address, in bytes: 4.
  public static final Field PROTOCOL_LENGTH = T.rw("Protocol Length", 40, 8, DECIMAL);

  /// [#REQUEST] or [#REPLY].
  public static final Field OPERATION = T.rw("Operation", 48, 16, DECIMAL);

  public static final Field SENDER_MAC = T.rw("Sender Hardware Address", 64, 48, MAC);
  public static final Field SENDER_IP = T.rw("Sender Protocol Address", 112, 32, IPV4);
  public static final Field TARGET_MAC = T.rw("Target Hardware Address", 144, 48, MAC);
  public static final Field TARGET_IP = T.rw("Target Protocol Address", 192, 32, IPV4);

  public static final Layout LAYOUT = T.build();

  /// Hardware Type.
  public static final int ETHERNET = 1;

  /// Operation: requests the hardware address of the target's protocol address.
  public static final int REQUEST = 1;

  /// Operation: the sender has the requested protocol address.
  public static final int REPLY = 2;

  private Arp() {}
}
