package org.ibassay.link.packet;

import java.net.InetAddress;
import java.util.OptionalInt;
import org.ibassay.wire.net.Mac;

/// The tester as others on the Ethernet see it.
///
/// @param mac Ethernet address
/// @param address IP address
/// @param vlan VLAN ID; empty for none
public record Station(Mac mac, InetAddress address, OptionalInt vlan) {}
