/// What goes over the wire, written down.
@NullMarked
package org.ibassay.link.capture;

import org.jspecify.annotations.NullMarked;
