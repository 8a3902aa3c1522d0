/// Devices that speak RoCEv2: the driver `roce:` and its carriers of Ethernet frames.
@NullMarked
package org.ibassay.link.roce;

import org.jspecify.annotations.NullMarked;
