/// The topology of a fabric, in the text format that `ibnetdiscover` writes and `ibsim` reads.
@NullMarked
package org.ibassay.link.topology;

import org.jspecify.annotations.NullMarked;
