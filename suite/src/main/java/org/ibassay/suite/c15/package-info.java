/// Tests of chapter 15, subnet administration.
@NullMarked
package org.ibassay.suite.c15;

import org.jspecify.annotations.NullMarked;
