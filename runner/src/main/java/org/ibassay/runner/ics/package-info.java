/// Implementation conformance statements (ICS) with extra information for testing (IXIT), according
/// to ISO/IEC 9646-7: created from what a device reports, completed by its manufacturer, read by a
/// run.
@NullMarked
package org.ibassay.runner.ics;

import org.jspecify.annotations.NullMarked;
