package org.ibassay.device.sm;

/// How a subnet manager is configured.
///
/// @param firstLid the first LID that it gives out
/// @param lmc how many LIDs a port gets, as a power of 2
/// @param priority SMInfo:Priority
/// @param keepsEntries whether switches keep the entries of a multicast group that is no more
public record SmSettings(int firstLid, int lmc, int priority, boolean keepsEntries) {}
