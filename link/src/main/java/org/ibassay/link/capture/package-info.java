/// Captures: writing packets to files, and reading such files.
@NullMarked
package org.ibassay.link.capture;

import org.jspecify.annotations.NullMarked;
