/// The headers of management datagrams.
@NullMarked
package org.ibassay.wire.mad;

import org.jspecify.annotations.NullMarked;
