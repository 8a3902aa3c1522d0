/// The report of a run as a page for a browser.
@NullMarked
package org.ibassay.runner.html;

import org.jspecify.annotations.NullMarked;
