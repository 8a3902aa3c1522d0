/// Seams: places where a part of a conforming device can be replaced by a deviation.
@NullMarked
package org.ibassay.device.seam;

import org.jspecify.annotations.NullMarked;
