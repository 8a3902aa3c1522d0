/// What became of devices over time: results of many runs in a database.
@NullMarked
package org.ibassay.results.store;

import org.jspecify.annotations.NullMarked;
