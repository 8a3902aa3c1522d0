/// What tests against peers that nobody here wrote share.
@NullMarked
package org.ibassay.peers;

import org.jspecify.annotations.NullMarked;
