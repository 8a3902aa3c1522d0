/// The performance management agent of simulated nodes (chapter 16.1).
@NullMarked
package org.ibassay.device.pma;

import org.jspecify.annotations.NullMarked;
