/// The transport of a simulated channel adapter, packet by packet (chapter 9.7 and its counterparts
/// for the unreliable services), in virtual time.
///
/// The specification is not public. Its requirements were derived from what public implementations
/// agree on (Linux's rxe, ipath and rdmavt, the error tables in Mellanox's register descriptions)
/// and from the manuals of libibverbs; if they differ, the code says which one it follows.
@NullMarked
package org.ibassay.device.rc;

import org.jspecify.annotations.NullMarked;
