/// Writes and reads captures: files of packets.
@NullMarked
package org.ibassay.link.capture;

import org.jspecify.annotations.NullMarked;
