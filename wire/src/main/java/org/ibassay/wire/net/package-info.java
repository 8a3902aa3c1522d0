/// Ethernet and the Internet protocols that carry RoCE.
@NullMarked
package org.ibassay.wire.net;

import org.jspecify.annotations.NullMarked;
