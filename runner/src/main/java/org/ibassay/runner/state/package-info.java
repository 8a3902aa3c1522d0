/// Saves the state of a device and restores it by legal Sets.
@NullMarked
package org.ibassay.runner.state;

import org.jspecify.annotations.NullMarked;
