package org.ibassay.device.sm;

/// The configuration of a subnet manager.
///
/// @param firstLid the first LID that it assigns
/// @param lmc number of LIDs of a port, as a power of 2
/// @param priority SMInfo:Priority
/// @param keepsEntries whether switches keep the entries of a deleted multicast group
/// @param pollNanos time between two polls of the master by a standby manager
/// @param standsByAtOnce whether a master that has handed the subnet over enters standby before the
///   Acknowledge
public record SmSettings(
    int firstLid,
    int lmc,
    int priority,
    boolean keepsEntries,
    long pollNanos,
    boolean standsByAtOnce) {}
