/// Captured packets as lines, as trees and as JSON, at a rate that leaves no room for an object a
/// field; and as data, for those who show a few of them. All of them read one table for each header
/// and attribute.
@NullMarked
package org.ibassay.decode;

import org.jspecify.annotations.NullMarked;
