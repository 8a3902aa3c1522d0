/// Links that lose, duplicate, reorder or delay packets on request: a filter over any link.
@NullMarked
package org.ibassay.link.impaired;

import org.jspecify.annotations.NullMarked;
