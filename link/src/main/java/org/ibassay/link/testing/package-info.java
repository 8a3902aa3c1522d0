/// Scripted devices for tests of code that uses a link. Not used in a run.
@NullMarked
package org.ibassay.link.testing;

import org.jspecify.annotations.NullMarked;
