/// The subnet management agent of a conforming node, a class per concern, and the seams at which a
/// deviation may replace a part of it.
@NullMarked
package org.ibassay.device.sma;

import org.jspecify.annotations.NullMarked;
