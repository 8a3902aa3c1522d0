/// Targets of coverage-guided fuzzing: each accepts any bytes and must terminate normally.
@NullMarked
package org.ibassay.fuzz;

import org.jspecify.annotations.NullMarked;
