/// The wiring of a fabric, read from the text that `ibnetdiscover` writes and `ibsim` reads.
@NullMarked
package org.ibassay.link.topology;

import org.jspecify.annotations.NullMarked;
