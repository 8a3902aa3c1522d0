/// The results of devices over time: many runs in a database.
@NullMarked
package org.ibassay.results.store;

import org.jspecify.annotations.NullMarked;
