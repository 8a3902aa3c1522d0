/// Verdicts made again from a run's trace, without the device.
@NullMarked
package org.ibassay.results.rejudge;

import org.jspecify.annotations.NullMarked;
