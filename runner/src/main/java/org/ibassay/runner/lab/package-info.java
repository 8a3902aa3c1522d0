/// Labs: which devices there are, what each is given, and which cannot be tested at the same time.
@NullMarked
package org.ibassay.runner.lab;

import org.jspecify.annotations.NullMarked;
