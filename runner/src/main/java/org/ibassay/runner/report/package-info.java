/// What a run leaves behind: results and the directory that holds them.
@NullMarked
package org.ibassay.runner.report;

import org.jspecify.annotations.NullMarked;
