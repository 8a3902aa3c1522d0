/** The test API; the tests are in a package per chapter. */
@NullMarked
package org.ibassay.suite;

import org.jspecify.annotations.NullMarked;
