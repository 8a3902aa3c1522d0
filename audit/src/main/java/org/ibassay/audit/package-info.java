/// Passive checks: what a capture shows of reliable connections, judged without a test.
@NullMarked
package org.ibassay.audit;

import org.jspecify.annotations.NullMarked;
