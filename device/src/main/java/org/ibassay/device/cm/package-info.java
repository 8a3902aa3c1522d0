/// Communication management of a simulated channel adapter (chapter 12): the side that is asked for
/// connections.
///
/// The specification's text is not public. What stands here is what Linux' ib_cm and python-rdma
/// agree on; where they differ the code says whom it follows.
@NullMarked
package org.ibassay.device.cm;

import org.jspecify.annotations.NullMarked;
