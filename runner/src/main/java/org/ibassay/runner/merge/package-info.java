/// Merges results: of the devices of a lab run, or of the parts of a split one.
@NullMarked
package org.ibassay.runner.merge;

import org.jspecify.annotations.NullMarked;
