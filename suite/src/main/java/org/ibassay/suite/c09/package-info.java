/// Tests of chapter 9, the transport layer.
@NullMarked
package org.ibassay.suite.c09;

import org.jspecify.annotations.NullMarked;
