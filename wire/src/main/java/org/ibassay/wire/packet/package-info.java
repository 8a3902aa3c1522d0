/// Transport and routing headers, and the two CRCs.
@NullMarked
package org.ibassay.wire.packet;

import org.jspecify.annotations.NullMarked;
