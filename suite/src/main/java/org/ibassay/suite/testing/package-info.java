/// Invented pages, for unit tests of code that deals with test cases. No part of a run uses it.
@NullMarked
package org.ibassay.suite.testing;

import org.jspecify.annotations.NullMarked;
