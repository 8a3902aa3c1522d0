/** Ports to a device under test: requests and responses, capture, drivers. */
@NullMarked
package org.ibassay.link;

import org.jspecify.annotations.NullMarked;
