/// The messages of communication management.
@NullMarked
package org.ibassay.wire.cm;

import org.jspecify.annotations.NullMarked;
