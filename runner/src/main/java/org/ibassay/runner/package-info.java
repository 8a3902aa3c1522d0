/** Selects, runs and judges tests, and writes reports. */
@NullMarked
package org.ibassay.runner;

import org.jspecify.annotations.NullMarked;
