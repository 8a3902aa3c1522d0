/// Passive checks: judges connections and datagrams in a capture, without a test.
@NullMarked
package org.ibassay.audit;

import org.jspecify.annotations.NullMarked;
