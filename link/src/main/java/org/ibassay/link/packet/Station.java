package org.ibassay.link.packet;

import java.net.InetAddress;
import java.util.OptionalInt;
import org.ibassay.wire.net.Mac;

/// The tester as others on the Ethernet see it.
///
/// @param mac its Ethernet address
/// @param address its IP address
/// @param vlan the VLAN that it is in; empty for none
public record Station(Mac mac, InetAddress address, OptionalInt vlan) {}
