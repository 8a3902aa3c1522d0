/// Captured packets as lines, as trees and as JSON, at a rate that leaves no room for an object a
/// field.
@NullMarked
package org.ibassay.decode;

import org.jspecify.annotations.NullMarked;
