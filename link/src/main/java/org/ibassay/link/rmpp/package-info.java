/// Messages of any length over single MADs: the Reliable Multi-Packet Transaction Protocol (13.6)
/// of the subnet administration class. Its two state machines have no clock, thread or link.
@NullMarked
package org.ibassay.link.rmpp;

import org.jspecify.annotations.NullMarked;
