/// Nodes connected by cables, in virtual time: one event queue, no threads.
@NullMarked
package org.ibassay.device.fabric;

import org.jspecify.annotations.NullMarked;
