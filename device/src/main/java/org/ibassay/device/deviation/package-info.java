/// Deviations: small named deviations from the specification, each at one place of the conforming
/// model.
@NullMarked
package org.ibassay.device.deviation;

import org.jspecify.annotations.NullMarked;
