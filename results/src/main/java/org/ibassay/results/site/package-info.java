/// A store of results as pages that open in any browser, without a server.
@NullMarked
package org.ibassay.results.site;

import org.jspecify.annotations.NullMarked;
