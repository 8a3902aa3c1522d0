/** JMH benchmarks. */
@NullMarked
package org.ibassay.bench;

import org.jspecify.annotations.NullMarked;
