/// Tests of chapter 12, communication management, and of annex A11, its use by IP addresses.
@NullMarked
package org.ibassay.suite.c12;

import org.jspecify.annotations.NullMarked;
