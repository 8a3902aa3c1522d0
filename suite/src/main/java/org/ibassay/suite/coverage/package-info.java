/// Which assertions the public test pages name, and which of them no test checks yet, with the
/// reason.
@NullMarked
package org.ibassay.suite.coverage;

import org.jspecify.annotations.NullMarked;
