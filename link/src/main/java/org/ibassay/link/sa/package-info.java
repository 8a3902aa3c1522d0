/// Requests to subnet administration over a port for management datagrams.
@NullMarked
package org.ibassay.link.sa;

import org.jspecify.annotations.NullMarked;
