/// A tester port for packets of the transport, whatever carries them.
@NullMarked
package org.ibassay.link.packet;

import org.jspecify.annotations.NullMarked;
