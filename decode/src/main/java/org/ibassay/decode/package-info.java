/// Captured packets as lines, as trees and as JSON, fast enough that no object is allocated for a
/// field; and as data, for callers that display single packets. All formats use the same table for
/// each header and attribute.
@NullMarked
package org.ibassay.decode;

import org.jspecify.annotations.NullMarked;
