/** The upper tester: drives a channel adapter under test from above, through its verbs. */
@NullMarked
package org.ibassay.link.upper;

import org.jspecify.annotations.NullMarked;
