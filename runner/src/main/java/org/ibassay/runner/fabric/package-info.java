/// Tests a whole fabric: finds and selects its nodes, runs tests against them one by one, and
/// groups them by result.
@NullMarked
package org.ibassay.runner.fabric;

import org.jspecify.annotations.NullMarked;
