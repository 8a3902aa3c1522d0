package org.ibassay.wire.net;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;
import static org.ibassay.wire.Form.MAC;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// A Neighbor Solicitation or Advertisement (ICMPv6): address resolution from IPv6 to Ethernet.
/// Options may follow; only the link-layer address option is used.
public final class NeighborDiscovery {
  private static final Layout.Table T = Layout.table("NeighborDiscovery", "RFC 4861 4.3", 24);

  /// [#SOLICITATION] or [#ADVERTISEMENT].
  public static final Field TYPE = T.rw("Type", 0, 8, DECIMAL);

  /// Always 0.
  public static final Field CODE = T.rw("Code", 8, 8, DECIMAL);

  /// Over the IPv6 pseudo-header and everything from Type on.
  public static final Field CHECKSUM = T.rw("Checksum", 16, 16, HEX);

  /// Advertisement: sent in response to a solicitation.
  public static final Field SOLICITED = T.rw("S", 33, 1, FLAG);

  /// Advertisement: overrides the receiver's existing cache entry.
  public static final Field OVERRIDE = T.rw("O", 34, 1, FLAG);

  /// The address that is resolved.
  public static final Field TARGET = T.rw("Target Address", 64, 128, GID);

  public static final Layout LAYOUT = T.build();

  private static final Layout.Table O = Layout.table("LinkLayerAddressOption", "RFC 4861 4.6.1", 8);

  /// [#SOURCE_ADDRESS] or [#TARGET_ADDRESS].
  public static final Field OPTION_TYPE = O.rw("Type", 0, 8, DECIMAL);

  /// In units of eight bytes: 1.
  public static final Field OPTION_LENGTH = O.rw("Length", 8, 8, DECIMAL);

  public static final Field OPTION_MAC = O.rw("Link-Layer Address", 16, 48, MAC);

  /// The option that holds a link-layer address.
  public static final Layout OPTION = O.build();

  /// Type: requests the link-layer address of the target.
  public static final int SOLICITATION = 135;

  /// Type: announces the link-layer address of the target.
  public static final int ADVERTISEMENT = 136;

  /// Type of an option: the sender's own address.
  public static final int SOURCE_ADDRESS = 1;

  /// Type of an option: the target's address.
  public static final int TARGET_ADDRESS = 2;

  /// Hop Limit of every valid packet: it has not passed a router.
  public static final int HOP_LIMIT = 255;

  private NeighborDiscovery() {}
}
