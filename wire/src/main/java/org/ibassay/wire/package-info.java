/** Packets, management datagrams, attributes and CRCs: layouts and values, no I/O. */
@NullMarked
package org.ibassay.wire;

import org.jspecify.annotations.NullMarked;
