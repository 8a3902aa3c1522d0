/// Measures the quality of the suite: runs every test against simulated devices with deviations,
/// and against conforming ones.
@NullMarked
package org.ibassay.qualify;

import org.jspecify.annotations.NullMarked;
