/** Selects, runs and judges tests, and reports what came out. */
@NullMarked
package org.ibassay.runner;

import org.jspecify.annotations.NullMarked;
