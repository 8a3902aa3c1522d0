/// Devices that speak RoCEv2: the driver `roce:` and what carries its Ethernet frames.
@NullMarked
package org.ibassay.link.roce;

import org.jspecify.annotations.NullMarked;
