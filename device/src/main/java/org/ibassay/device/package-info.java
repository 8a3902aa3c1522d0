/// Simulated devices under test, and the driver `sim:` that opens them.
@NullMarked
package org.ibassay.device;

import org.jspecify.annotations.NullMarked;
