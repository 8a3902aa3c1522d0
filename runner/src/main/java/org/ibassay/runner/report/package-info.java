/// Files of a run: results, expectations, and the output directory.
@NullMarked
package org.ibassay.runner.report;

import org.jspecify.annotations.NullMarked;
