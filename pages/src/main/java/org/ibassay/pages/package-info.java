/** Turns the doc comment of a test class into its page. */
@NullMarked
package org.ibassay.pages;

import org.jspecify.annotations.NullMarked;
