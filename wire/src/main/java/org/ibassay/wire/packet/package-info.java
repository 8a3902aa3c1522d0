/// Transport and routing headers, operation codes, the two CRCs, and whole packets read and
/// written.
@NullMarked
package org.ibassay.wire.packet;

import org.jspecify.annotations.NullMarked;
