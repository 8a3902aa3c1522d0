package org.ibassay.device.rc;

import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.SendRequest;

/// Converts posted work requests.
final class WorkRequests {
  private WorkRequests() {}

  /// Returns a copy with other memory.
  static SendRequest withLocal(SendRequest request, Buffer local) {
    return switch (request) {
      case SendRequest.Send send -> new SendRequest.Send(send.id(), local, send.notice());
      case SendRequest.SendInvalidate send ->
          new SendRequest.SendInvalidate(send.id(), local, send.rkey(), send.isSolicited());
      case SendRequest.Write write ->
          new SendRequest.Write(write.id(), local, write.address(), write.rkey(), write.notice());
      case SendRequest.Read read ->
          new SendRequest.Read(read.id(), local, read.address(), read.rkey());
      case SendRequest.CompareSwap swap ->
          new SendRequest.CompareSwap(
              swap.id(), local, swap.address(), swap.rkey(), swap.compare(), swap.swap());
      case SendRequest.FetchAdd add ->
          new SendRequest.FetchAdd(add.id(), local, add.address(), add.rkey(), add.add());
    };
  }
}
