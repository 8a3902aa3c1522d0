package org.ibassay.wire.packet;

/// Transport services: the upper three bits of a BTH's OpCode, and the headers that follow the BTH
/// in every request or response of the service.
public enum Service {
  /// Reliable connection.
  RC(0, new Header[] {}, new Header[] {}),
  /// Unreliable connection.
  UC(1, new Header[] {}, new Header[] {}),
  /// Reliable datagram.
  RD(2, new Header[] {Header.RDETH, Header.DETH}, new Header[] {Header.RDETH}),
  /// Unreliable datagram.
  UD(3, new Header[] {Header.DETH}, new Header[] {}),
  /// Congestion notification.
  CNP(4, new Header[] {}, new Header[] {}),
  /// Extended reliable connection (annex A14): only requests carry the shared receive queue.
  XRC(5, new Header[] {Header.XRCETH}, new Header[] {});

  private final int code;

  // Never modified.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Header[] ofRequests;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Header[] ofResponses;

  Service(int code, Header[] ofRequests, Header[] ofResponses) {
    this.code = code;
    this.ofRequests = ofRequests;
    this.ofResponses = ofResponses;
  }

  /// Returns the upper three bits of the OpCode.
  public int code() {
    return code;
  }

  Header[] headers(boolean response) {
    return response ? ofResponses : ofRequests;
  }
}
