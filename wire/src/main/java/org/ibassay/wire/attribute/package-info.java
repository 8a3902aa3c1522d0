/// Subnet management attributes, one table each.
@NullMarked
package org.ibassay.wire.attribute;

import org.jspecify.annotations.NullMarked;
