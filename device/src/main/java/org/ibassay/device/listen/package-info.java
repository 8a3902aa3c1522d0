/// The simulated fabric as a server of ibsim's protocol: programs that run with its
/// `libumad2sim.so` see simulated nodes instead of local adapters.
///
/// The protocol is that of ibsim 0.10 (its `include/ibsim.h`): datagrams in host byte order between
/// sockets in Linux's abstract namespace. [Control] and [MadDatagram] have the details.
@NullMarked
package org.ibassay.device.listen;

import org.jspecify.annotations.NullMarked;
