/// Tests of chapter 16, performance management.
@NullMarked
package org.ibassay.suite.c16;

import org.jspecify.annotations.NullMarked;
