/// Known non-conformances of a device, kept in a file, and what a run made of them.
@NullMarked
package org.ibassay.runner.expect;

import org.jspecify.annotations.NullMarked;
