package org.ibassay.runner.state;

import java.lang.foreign.MemorySegment;
import org.ibassay.suite.Change;

/// An attribute of a DUT as it was.
///
/// @param change that it belongs to, which also says which attribute it is
/// @param via index of the tester port through which it is read and set
/// @param key M_Key that opened the DUT when it was read
/// @param modifier AttributeModifier
/// @param data 64 bytes: of an SMP's attribute all, of a ServiceRecord that was not there those
///   that hold its key
public record SavedAttribute(Change change, int via, long key, long modifier, MemorySegment data) {}
