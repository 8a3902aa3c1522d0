/// The layout of headers and attributes: one declarative table for each.
@NullMarked
package org.ibassay.wire;

import org.jspecify.annotations.NullMarked;
