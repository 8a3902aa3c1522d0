/// Shows a store of results as static pages for a browser.
@NullMarked
package org.ibassay.results.site;

import org.jspecify.annotations.NullMarked;
