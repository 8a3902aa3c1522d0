package org.ibassay.device.rc;

import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.Psn;

/// A request that has been sent and is not complete.
final class OpenRequest {
  private final SendRequest request;
  private final int firstPsn;
  private final int packets;
  private final byte[] data;
  private int answered;
  private int resumed;
  private boolean told;

  /// @param packets how many PSNs it takes: of a READ, those of its response
  /// @param data what a SEND or RDMA WRITE carries
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

  /// Whether it needs an answer with data of its own: a later one does not stand for it.
  boolean needsData() {
    return isReadOrAtomic(request);
  }

  static boolean isReadOrAtomic(SendRequest request) {
    return switch (request) {
      case SendRequest.Send _, SendRequest.SendInvalidate _, SendRequest.Write _ -> false;
      case SendRequest.Read _, SendRequest.CompareSwap _, SendRequest.FetchAdd _ -> true;
    };
  }

  /// How many of its packets have been acknowledged, or have come with data.
  int answered() {
    return answered;
  }

  void answered(int count) {
    answered = count;
  }

  /// Which packet it was last sent from; 0 at first.
  int resumed() {
    return resumed;
  }

  void resumed(int index) {
    resumed = index;
  }

  /// Whether its completion is out already; only a deviation tells too early.
  boolean told() {
    return told;
  }

  void tell() {
    told = true;
  }
}
