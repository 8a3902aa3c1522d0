/** The command line. */
@NullMarked
package org.ibassay.cli;

import org.jspecify.annotations.NullMarked;
