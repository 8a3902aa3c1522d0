/// Subnet administration: answers on queue pair 1 from what the subnet manager knows (chapter 15),
/// a class per attribute, and the seams at which a deviation may replace a part of it.
@NullMarked
package org.ibassay.device.sa;

import org.jspecify.annotations.NullMarked;
