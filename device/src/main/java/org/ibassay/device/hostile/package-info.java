/// Devices that answer garbage. They keep to no rule, so no test may pass on one.
@NullMarked
package org.ibassay.device.hostile;

import org.jspecify.annotations.NullMarked;
