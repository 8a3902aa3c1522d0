/// Packs: a run's files in one, with a statement of what they are, for those who were not there.
@NullMarked
package org.ibassay.results.pack;

import org.jspecify.annotations.NullMarked;
