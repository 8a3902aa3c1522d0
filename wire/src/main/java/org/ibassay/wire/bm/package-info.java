/// The attributes of baseboard management.
@NullMarked
package org.ibassay.wire.bm;

import org.jspecify.annotations.NullMarked;
