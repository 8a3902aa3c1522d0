/// For tests of what stands on a link: a device that a script plays. No part of a run uses it.
@NullMarked
package org.ibassay.link.testing;

import org.jspecify.annotations.NullMarked;
