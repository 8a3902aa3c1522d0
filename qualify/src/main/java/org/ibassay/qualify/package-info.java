/// The suite's own quality: every test against simulated devices that depart from the
/// specification, and against those that conform.
@NullMarked
package org.ibassay.qualify;

import org.jspecify.annotations.NullMarked;
