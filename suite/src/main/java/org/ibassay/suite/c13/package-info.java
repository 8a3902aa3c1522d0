/// Tests of chapter 13, management datagrams.
@NullMarked
package org.ibassay.suite.c13;

import org.jspecify.annotations.NullMarked;
