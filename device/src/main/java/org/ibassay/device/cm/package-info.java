/// Communication management of a simulated channel adapter (chapter 12).
///
/// The specification is not public. This follows what Linux's ib_cm and python-rdma agree on; if
/// they differ, the code says which one it follows.
@NullMarked
package org.ibassay.device.cm;

import org.jspecify.annotations.NullMarked;
