/// Common parts of all links: clock, timing, labels and judgements of packets, errors.
@NullMarked
package org.ibassay.link;

import org.jspecify.annotations.NullMarked;
