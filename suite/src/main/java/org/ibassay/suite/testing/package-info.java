/// For tests of what deals with test cases: pages made up. No part of a run uses it.
@NullMarked
package org.ibassay.suite.testing;

import org.jspecify.annotations.NullMarked;
