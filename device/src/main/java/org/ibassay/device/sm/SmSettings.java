package org.ibassay.device.sm;

/// How a subnet manager is configured.
///
/// @param firstLid the first LID that it gives out
/// @param lmc how many LIDs a port gets, as a power of 2
/// @param priority SMInfo:Priority
public record SmSettings(int firstLid, int lmc, int priority) {}
