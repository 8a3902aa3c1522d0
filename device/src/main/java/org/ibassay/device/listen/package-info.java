/// The simulated fabric as a server that speaks ibsim's protocol: programs that run under its
/// `libumad2sim.so` see our nodes instead of local adapters.
///
/// The protocol is ibsim's own (its `include/ibsim.h`, version 0.10): datagrams in host byte order,
/// between sockets in Linux' abstract name space. Facts of it are in [Control] and [MadDatagram].
@NullMarked
package org.ibassay.device.listen;

import org.jspecify.annotations.NullMarked;
