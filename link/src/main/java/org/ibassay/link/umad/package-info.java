/// Real ports, through libibumad.
@NullMarked
package org.ibassay.link.umad;

import org.jspecify.annotations.NullMarked;
