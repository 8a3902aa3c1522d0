/// The subnet management agent of a conforming node, a class for each concern, and the seams at
/// which a deviation may replace a part.
@NullMarked
package org.ibassay.device.sma;

import org.jspecify.annotations.NullMarked;
