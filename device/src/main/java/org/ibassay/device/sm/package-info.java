/// A subnet manager: it sweeps its subnet by SMPs, configures the ports, and keeps what it found.
@NullMarked
package org.ibassay.device.sm;

import org.jspecify.annotations.NullMarked;
