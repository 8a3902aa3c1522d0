/// The device under test: its URI, the driver that opens it, and its interfaces.
@NullMarked
package org.ibassay.link.dut;

import org.jspecify.annotations.NullMarked;
