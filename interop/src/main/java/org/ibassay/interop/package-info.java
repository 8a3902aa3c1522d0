/** Tests against peers that nobody here wrote. */
@NullMarked
package org.ibassay.interop;

import org.jspecify.annotations.NullMarked;
