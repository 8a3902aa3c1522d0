/// Answers of any length over bare MADs: the reliable multi-packet transaction protocol (13.6) of
/// the subnet administration class, as two state machines without clock, thread or link of their
/// own.
@NullMarked
package org.ibassay.link.rmpp;

import org.jspecify.annotations.NullMarked;
