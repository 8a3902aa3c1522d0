/// Writes the report of a run as an HTML page.
@NullMarked
package org.ibassay.runner.html;

import org.jspecify.annotations.NullMarked;
