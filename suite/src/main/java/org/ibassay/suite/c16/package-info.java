/// Tests of chapter 16, general services: performance management.
@NullMarked
package org.ibassay.suite.c16;

import org.jspecify.annotations.NullMarked;
