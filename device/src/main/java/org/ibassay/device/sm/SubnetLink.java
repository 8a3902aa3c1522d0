package org.ibassay.device.sm;

/// A link as seen from one of its ends: LIDs and port numbers of both.
public record SubnetLink(int fromLid, int fromPort, int toPort, int toLid) {}
