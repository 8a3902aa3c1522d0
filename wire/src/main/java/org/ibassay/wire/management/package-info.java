/// Management classes and their attributes.
@NullMarked
package org.ibassay.wire.management;

import org.jspecify.annotations.NullMarked;
