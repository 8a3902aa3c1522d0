/// Management classes, and the attributes of each.
@NullMarked
package org.ibassay.wire.management;

import org.jspecify.annotations.NullMarked;
