/// Files of a run: results, expectations, and the directory that holds what it leaves behind.
@NullMarked
package org.ibassay.runner.report;

import org.jspecify.annotations.NullMarked;
