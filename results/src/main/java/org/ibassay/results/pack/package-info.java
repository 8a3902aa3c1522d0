/// Packs: the files of a run in one file, with a statement that others can verify.
@NullMarked
package org.ibassay.results.pack;

import org.jspecify.annotations.NullMarked;
