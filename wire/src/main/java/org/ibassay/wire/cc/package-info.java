/// The attributes of congestion control (annex A10).
@NullMarked
package org.ibassay.wire.cc;

import org.jspecify.annotations.NullMarked;
