package org.ibassay.device.rc;

import org.ibassay.link.upper.SendRequest;

/// A request that is posted and not begun.
///
/// @param isFenced whether it waits for the READs and atomics before it
/// @param posted what a SEND or RDMA WRITE would have carried when it was posted
@SuppressWarnings("ArrayRecordComponent") // compared with nothing
record WaitingRequest(SendRequest request, boolean isFenced, byte[] posted) {}
