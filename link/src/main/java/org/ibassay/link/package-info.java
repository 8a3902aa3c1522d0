/// What every link has: a clock, timing, labels and judgements of packets, its errors.
@NullMarked
package org.ibassay.link;

import org.jspecify.annotations.NullMarked;
