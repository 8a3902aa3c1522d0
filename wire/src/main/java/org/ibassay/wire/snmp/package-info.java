/// The attributes of SNMP tunnelling.
@NullMarked
package org.ibassay.wire.snmp;

import org.jspecify.annotations.NullMarked;
