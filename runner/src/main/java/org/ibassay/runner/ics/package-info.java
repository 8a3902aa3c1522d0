/// Implementation conformance statements (ICS) with extra information for testing (IXIT), as
/// ISO/IEC 9646-7 has them: written from what a device reports, completed by its maker, read by a
/// run.
@NullMarked
package org.ibassay.runner.ics;

import org.jspecify.annotations.NullMarked;
