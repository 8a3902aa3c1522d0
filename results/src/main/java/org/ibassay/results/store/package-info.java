/// The results of devices over time: a database of many runs.
@NullMarked
package org.ibassay.results.store;

import org.jspecify.annotations.NullMarked;
