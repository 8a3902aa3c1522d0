/// Tests of chapter 12, communication management, and of annex A11, the IP CM service.
@NullMarked
package org.ibassay.suite.c12;

import org.jspecify.annotations.NullMarked;
