package org.ibassay.device.rc;

import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.Psn;

/// A request that was sent and is not complete.
final class OpenRequest {
  private final SendRequest request;
  private final int firstPsn;
  private final int packets;
  private final byte[] data;
  private int answered;
  private int resumed;
  private boolean reported;

  /// @param packets number of PSNs that it uses: for a READ, those of its response
  /// @param data payload of a SEND or RDMA WRITE
  OpenRequest(SendRequest request, int firstPsn, int packets, byte[] data) {
    this.request = request;
    this.firstPsn = firstPsn;
    this.packets = packets;
    this.data = data;
  }

  SendRequest request() {
    return request;
  }

  byte[] data() {
    return data;
  }

  int firstPsn() {
    return firstPsn;
  }

  int lastPsn() {
    return Psn.add(firstPsn, packets - 1L);
  }

  int packets() {
    return packets;
  }

  /// Whether it needs its own response with data: the response to a later request does not complete
  /// it.
  boolean needsData() {
    return isReadOrAtomic(request);
  }

  static boolean isReadOrAtomic(SendRequest request) {
    return switch (request) {
      case SendRequest.Send _, SendRequest.SendInvalidate _, SendRequest.Write _ -> false;
      case SendRequest.Read _, SendRequest.CompareSwap _, SendRequest.FetchAdd _ -> true;
    };
  }

  /// Number of its packets that were acknowledged, or received with data.
  int answered() {
    return answered;
  }

  void answered(int count) {
    answered = count;
  }

  /// The packet from which it was last retransmitted; 0 at first.
  int resumed() {
    return resumed;
  }

  void resumed(int index) {
    resumed = index;
  }

  /// Whether its completion was already reported; only a deviation reports it too early.
  boolean reported() {
    return reported;
  }

  void tell() {
    reported = true;
  }
}
