/// The state of a device: read, kept, put back by legal Sets.
@NullMarked
package org.ibassay.runner.state;

import org.jspecify.annotations.NullMarked;
