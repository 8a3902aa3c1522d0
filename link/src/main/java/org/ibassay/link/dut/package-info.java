/// The device under test: its URI, the driver that opens it, and what can be reached of it.
@NullMarked
package org.ibassay.link.dut;

import org.jspecify.annotations.NullMarked;
