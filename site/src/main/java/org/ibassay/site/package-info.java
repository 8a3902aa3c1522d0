/// The published specification: a static site made from the suite's own pages.
@NullMarked
package org.ibassay.site;

import org.jspecify.annotations.NullMarked;
