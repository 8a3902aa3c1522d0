/// The transport of a simulated channel adapter: reliable connections, packet by packet, as chapter
/// 9.7 has them, in virtual time.
///
/// The specification's text is not public. What it demands was taken from what public
/// implementations agree on (Linux' rxe, ipath and rdmavt, the error tables in Mellanox' register
/// descriptions) and from libibverbs' manuals; where they differ the code says whom it follows.
@NullMarked
package org.ibassay.device.rc;

import org.jspecify.annotations.NullMarked;
