/// Repeats the judgement of a run from its trace, without the device.
@NullMarked
package org.ibassay.results.rejudge;

import org.jspecify.annotations.NullMarked;
