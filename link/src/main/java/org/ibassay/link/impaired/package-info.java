/// Links that treat packets badly, on request: a filter over any link.
@NullMarked
package org.ibassay.link.impaired;

import org.jspecify.annotations.NullMarked;
