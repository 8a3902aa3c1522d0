/// Targets of coverage-guided fuzzing: each takes any bytes and must come to its end.
@NullMarked
package org.ibassay.fuzz;

import org.jspecify.annotations.NullMarked;
