/// The kinds of simulated devices, and the parameters in which conforming devices differ.
@NullMarked
package org.ibassay.device.variant;

import org.jspecify.annotations.NullMarked;
