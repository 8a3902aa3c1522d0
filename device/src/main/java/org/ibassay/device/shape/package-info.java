/// Generated fabrics: regular networks of switches with hosts.
@NullMarked
package org.ibassay.device.shape;

import org.jspecify.annotations.NullMarked;
