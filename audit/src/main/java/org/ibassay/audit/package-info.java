/// Passive checks: what a capture shows of connections and datagrams, judged without a test.
@NullMarked
package org.ibassay.audit;

import org.jspecify.annotations.NullMarked;
