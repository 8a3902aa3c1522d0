/// The suite's tests on the JUnit Platform.
@NullMarked
package org.ibassay.junit;

import org.jspecify.annotations.NullMarked;
