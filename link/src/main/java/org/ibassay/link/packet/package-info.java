/// The tester's port for transport packets, independent of what carries them.
@NullMarked
package org.ibassay.link.packet;

import org.jspecify.annotations.NullMarked;
