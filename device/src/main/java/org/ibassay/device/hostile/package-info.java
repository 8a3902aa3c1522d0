/// Devices that respond with garbage. They follow no rules, so no test may pass on one.
@NullMarked
package org.ibassay.device.hostile;

import org.jspecify.annotations.NullMarked;
