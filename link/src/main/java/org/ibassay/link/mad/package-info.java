/// Management datagrams on their way: requests, and the answers that belong to them.
@NullMarked
package org.ibassay.link.mad;

import org.jspecify.annotations.NullMarked;
