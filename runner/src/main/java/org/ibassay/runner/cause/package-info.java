/// The causes of failures in a few sentences: failures that look like one cause are grouped.
@NullMarked
package org.ibassay.runner.cause;

import org.jspecify.annotations.NullMarked;
