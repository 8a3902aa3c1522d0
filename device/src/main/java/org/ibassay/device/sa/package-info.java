/// Subnet administration: responses from queue pair 1 with the subnet manager's data (chapter 15),
/// a class for each attribute, and the seams at which a deviation may replace a part.
@NullMarked
package org.ibassay.device.sa;

import org.jspecify.annotations.NullMarked;
