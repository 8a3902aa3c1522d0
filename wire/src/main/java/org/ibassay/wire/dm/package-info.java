/// The attributes of device management.
@NullMarked
package org.ibassay.wire.dm;

import org.jspecify.annotations.NullMarked;
