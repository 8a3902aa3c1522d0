package org.ibassay.wire.packet;

/// The operation of a packet: the lower five bits of a BTH's OpCode (9.2.1; FLUSH and ATOMIC WRITE
/// in annex A19), its extended headers, and its payload.
public enum Operation {
  SEND_FIRST(0x00, "SEND First", Operation.ANY),
  SEND_MIDDLE(0x01, "SEND Middle", Operation.ANY),
  SEND_LAST(0x02, "SEND Last", Operation.ANY),
  SEND_LAST_IMM(0x03, "SEND Last with Immediate", Operation.ANY, Header.IMM_DT),
  SEND_ONLY(0x04, "SEND Only", Operation.ANY),
  SEND_ONLY_IMM(0x05, "SEND Only with Immediate", Operation.ANY, Header.IMM_DT),
  RDMA_WRITE_FIRST(0x06, "RDMA WRITE First", Operation.ANY, Header.RETH),
  RDMA_WRITE_MIDDLE(0x07, "RDMA WRITE Middle", Operation.ANY),
  RDMA_WRITE_LAST(0x08, "RDMA WRITE Last", Operation.ANY),
  RDMA_WRITE_LAST_IMM(0x09, "RDMA WRITE Last with Immediate", Operation.ANY, Header.IMM_DT),
  RDMA_WRITE_ONLY(0x0A, "RDMA WRITE Only", Operation.ANY, Header.RETH),
  RDMA_WRITE_ONLY_IMM(
      0x0B, "RDMA WRITE Only with Immediate", Operation.ANY, Header.RETH, Header.IMM_DT),
  RDMA_READ_REQ(0x0C, "RDMA READ Request", 0, Header.RETH),
  RDMA_READ_RESP_FIRST(0x0D, "RDMA READ response First", Operation.ANY, Header.AETH),
  RDMA_READ_RESP_MIDDLE(0x0E, "RDMA READ response Middle", Operation.ANY),
  RDMA_READ_RESP_LAST(0x0F, "RDMA READ response Last", Operation.ANY, Header.AETH),
  RDMA_READ_RESP_ONLY(0x10, "RDMA READ response Only", Operation.ANY, Header.AETH),
  ACK(0x11, "Acknowledge", 0, Header.AETH),
  ATOMIC_ACK(0x12, "ATOMIC Acknowledge", 0, Header.AETH, Header.ATOMIC_ACK_ETH),
  CMPSWAP(0x13, "CmpSwap", 0, Header.ATOMIC_ETH),
  FETCHADD(0x14, "FetchAdd", 0, Header.ATOMIC_ETH),
  /// Reliable datagram only; for other services, its code is reserved.
  RESYNC(0x15, "RESYNC", 0),
  SEND_LAST_INV(0x16, "SEND Last with Invalidate", Operation.ANY, Header.IETH),
  SEND_ONLY_INV(0x17, "SEND Only with Invalidate", Operation.ANY, Header.IETH),
  FLUSH(0x1C, "FLUSH", 0, Header.FETH, Header.RETH),
  ATOMIC_WRITE(0x1D, "ATOMIC WRITE", 8, Header.RETH),
  /// Congestion notification only (annex A17): its 16 bytes of payload are reserved.
  CNP(0x01, "CNP", 16);

  /// Payload of any length.
  static final int ANY = -1;

  private final int code;
  private final String text;
  private final int payload;

  @SuppressWarnings(
      "ImmutableEnumChecker") // never changed; an array, so that loops do not allocate
  private final Header[] headers;

  Operation(int code, String text, int payload, Header... headers) {
    this.code = code;
    this.text = text;
    this.payload = payload;
    this.headers = headers;
  }

  /// Returns the lower five bits of the OpCode.
  public int code() {
    return code;
  }

  /// Returns the name in the specification's table of operation codes.
  public String text() {
    return text;
  }

  /// Whether the responder sends it.
  public boolean isResponse() {
    return isReadResponse() || this == ACK || this == ATOMIC_ACK;
  }

  /// Whether it belongs to a SEND.
  public boolean isSend() {
    return switch (this) {
      case SEND_FIRST,
          SEND_MIDDLE,
          SEND_LAST,
          SEND_LAST_IMM,
          SEND_ONLY,
          SEND_ONLY_IMM,
          SEND_LAST_INV,
          SEND_ONLY_INV ->
          true;
      default -> false;
    };
  }

  /// Whether it belongs to an RDMA WRITE.
  public boolean isWrite() {
    return code >= RDMA_WRITE_FIRST.code && code <= RDMA_WRITE_ONLY_IMM.code;
  }

  /// Whether it belongs to the response to an RDMA READ, a FLUSH or an ATOMIC WRITE.
  public boolean isReadResponse() {
    return code >= RDMA_READ_RESP_FIRST.code && code <= RDMA_READ_RESP_ONLY.code;
  }

  /// Whether it is a CmpSwap or FetchAdd request.
  public boolean isAtomic() {
    return this == CMPSWAP || this == FETCHADD;
  }

  /// Whether it starts a message.
  public boolean isStart() {
    return switch (this) {
      case SEND_MIDDLE,
          SEND_LAST,
          SEND_LAST_IMM,
          SEND_LAST_INV,
          RDMA_WRITE_MIDDLE,
          RDMA_WRITE_LAST,
          RDMA_WRITE_LAST_IMM,
          RDMA_READ_RESP_MIDDLE,
          RDMA_READ_RESP_LAST ->
          false;
      default -> true;
    };
  }

  /// Whether it ends a message.
  public boolean isEnd() {
    return switch (this) {
      case SEND_FIRST,
          SEND_MIDDLE,
          RDMA_WRITE_FIRST,
          RDMA_WRITE_MIDDLE,
          RDMA_READ_RESP_FIRST,
          RDMA_READ_RESP_MIDDLE ->
          false;
      default -> true;
    };
  }

  /// Whether it may have a payload.
  public boolean hasPayload() {
    return payload != 0;
  }

  /// Whether the operation allows a payload of that length. The path MTU and the message length may
  /// restrict it further.
  public boolean allowsPayload(int bytes) {
    return payload == ANY || payload == bytes;
  }

  /// Returns the length of a payload of fixed length, in bytes; otherwise 0.
  int fixedPayload() {
    return Math.max(payload, 0);
  }

  Header[] headers() {
    return headers;
  }
}
