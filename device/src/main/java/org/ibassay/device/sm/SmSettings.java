package org.ibassay.device.sm;

/// How a subnet manager is configured.
///
/// @param firstLid the first LID that it gives out
/// @param lmc how many LIDs a port gets, as a power of 2
/// @param priority SMInfo:Priority
/// @param keepsEntries whether switches keep the entries of a multicast group that is no more
/// @param pollNanos between two polls of a master by a manager in standby
/// @param standsByAtOnce whether a master that has handed the subnet over stands by before the
///   Acknowledge
public record SmSettings(
    int firstLid,
    int lmc,
    int priority,
    boolean keepsEntries,
    long pollNanos,
    boolean standsByAtOnce) {}
