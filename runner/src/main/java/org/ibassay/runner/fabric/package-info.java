/// A whole fabric as what is tested: its nodes are found, picked, run one by one, and grouped by
/// what came out.
@NullMarked
package org.ibassay.runner.fabric;

import org.jspecify.annotations.NullMarked;
