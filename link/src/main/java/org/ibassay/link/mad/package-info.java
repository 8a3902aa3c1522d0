/// Exchanges management datagrams: requests and the responses that match them.
@NullMarked
package org.ibassay.link.mad;

import org.jspecify.annotations.NullMarked;
