/// Common code of tests against third-party peers.
@NullMarked
package org.ibassay.peers;

import org.jspecify.annotations.NullMarked;
