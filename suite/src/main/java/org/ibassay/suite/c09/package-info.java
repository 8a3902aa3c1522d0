/// Tests of chapter 9, transport.
@NullMarked
package org.ibassay.suite.c09;

import org.jspecify.annotations.NullMarked;
