/// A subnet manager: it sweeps its subnet by SMPs, sets the ports up, and knows afterwards what is
/// where.
@NullMarked
package org.ibassay.device.sm;

import org.jspecify.annotations.NullMarked;
