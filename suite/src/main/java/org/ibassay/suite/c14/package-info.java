/// Tests of chapter 14, subnet management.
@NullMarked
package org.ibassay.suite.c14;

import org.jspecify.annotations.NullMarked;
