/// How a conforming device is given a deviation: the seam, at which one part is replaced.
@NullMarked
package org.ibassay.device.seam;

import org.jspecify.annotations.NullMarked;
