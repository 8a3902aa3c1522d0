/// Compares the results of two runs.
@NullMarked
package org.ibassay.runner.diff;

import org.jspecify.annotations.NullMarked;
