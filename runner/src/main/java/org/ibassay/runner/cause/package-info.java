/// Summarizes the causes of failures: groups failures that look like one cause.
@NullMarked
package org.ibassay.runner.cause;

import org.jspecify.annotations.NullMarked;
