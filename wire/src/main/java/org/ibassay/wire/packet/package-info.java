/// Transport and routing headers, operation codes, the two CRCs, and reading and writing of
/// packets.
@NullMarked
package org.ibassay.wire.packet;

import org.jspecify.annotations.NullMarked;
