/// Ethernet and the Internet protocols, as far as RoCE is carried in them.
@NullMarked
package org.ibassay.wire.net;

import org.jspecify.annotations.NullMarked;
