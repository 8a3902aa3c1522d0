/** Simulated devices under test and their deviations. */
@NullMarked
package org.ibassay.device;

import org.jspecify.annotations.NullMarked;
