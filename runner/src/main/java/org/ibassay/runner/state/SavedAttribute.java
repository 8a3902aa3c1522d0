package org.ibassay.runner.state;

import java.lang.foreign.MemorySegment;
import org.ibassay.suite.Change;

/// The saved value of an attribute.
///
/// @param change the change that it belongs to, which identifies the attribute
/// @param via index of the tester port through which it is read and set
/// @param key M_Key with which it was read
/// @param modifier AttributeModifier
/// @param data 64 bytes: the attribute of an SMP, or the key fields of a ServiceRecord that did not
///   exist
public record SavedAttribute(Change change, int via, long key, long modifier, MemorySegment data) {}
