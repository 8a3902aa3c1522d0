/// The attributes of performance management.
@NullMarked
package org.ibassay.wire.pm;

import org.jspecify.annotations.NullMarked;
