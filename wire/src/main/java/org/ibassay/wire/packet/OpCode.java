package org.ibassay.wire.packet;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The defined operation codes of a BTH (9.2.1, annexes A14, A17 and A19): a service and an
/// operation. All others are reserved, or manufacturer-defined (from 0xC0 on).
///
/// Two numbers for CNP are in use. This class follows annex A17 and RoCEv2 adapters, which use
/// 0x81. tshark 4.0 has 0x80, the number of the whole group, which Omni-Path uses.
///
/// RD FLUSH and RD ATOMIC WRITE are omitted: annex A19 is not public, public sources disagree about
/// their headers, and no device is known to implement them.
public enum OpCode {
  RC_SEND_FIRST(Service.RC, Operation.SEND_FIRST),
  RC_SEND_MIDDLE(Service.RC, Operation.SEND_MIDDLE),
  RC_SEND_LAST(Service.RC, Operation.SEND_LAST),
  RC_SEND_LAST_IMM(Service.RC, Operation.SEND_LAST_IMM),
  RC_SEND_ONLY(Service.RC, Operation.SEND_ONLY),
  RC_SEND_ONLY_IMM(Service.RC, Operation.SEND_ONLY_IMM),
  RC_RDMA_WRITE_FIRST(Service.RC, Operation.RDMA_WRITE_FIRST),
  RC_RDMA_WRITE_MIDDLE(Service.RC, Operation.RDMA_WRITE_MIDDLE),
  RC_RDMA_WRITE_LAST(Service.RC, Operation.RDMA_WRITE_LAST),
  RC_RDMA_WRITE_LAST_IMM(Service.RC, Operation.RDMA_WRITE_LAST_IMM),
  RC_RDMA_WRITE_ONLY(Service.RC, Operation.RDMA_WRITE_ONLY),
  RC_RDMA_WRITE_ONLY_IMM(Service.RC, Operation.RDMA_WRITE_ONLY_IMM),
  RC_RDMA_READ_REQ(Service.RC, Operation.RDMA_READ_REQ),
  RC_RDMA_READ_RESP_FIRST(Service.RC, Operation.RDMA_READ_RESP_FIRST),
  RC_RDMA_READ_RESP_MIDDLE(Service.RC, Operation.RDMA_READ_RESP_MIDDLE),
  RC_RDMA_READ_RESP_LAST(Service.RC, Operation.RDMA_READ_RESP_LAST),
  RC_RDMA_READ_RESP_ONLY(Service.RC, Operation.RDMA_READ_RESP_ONLY),
  RC_ACK(Service.RC, Operation.ACK),
  RC_ATOMIC_ACK(Service.RC, Operation.ATOMIC_ACK),
  RC_CMPSWAP(Service.RC, Operation.CMPSWAP),
  RC_FETCHADD(Service.RC, Operation.FETCHADD),
  RC_SEND_LAST_INV(Service.RC, Operation.SEND_LAST_INV),
  RC_SEND_ONLY_INV(Service.RC, Operation.SEND_ONLY_INV),
  RC_FLUSH(Service.RC, Operation.FLUSH),
  RC_ATOMIC_WRITE(Service.RC, Operation.ATOMIC_WRITE),
  UC_SEND_FIRST(Service.UC, Operation.SEND_FIRST),
  UC_SEND_MIDDLE(Service.UC, Operation.SEND_MIDDLE),
  UC_SEND_LAST(Service.UC, Operation.SEND_LAST),
  UC_SEND_LAST_IMM(Service.UC, Operation.SEND_LAST_IMM),
  UC_SEND_ONLY(Service.UC, Operation.SEND_ONLY),
  UC_SEND_ONLY_IMM(Service.UC, Operation.SEND_ONLY_IMM),
  UC_RDMA_WRITE_FIRST(Service.UC, Operation.RDMA_WRITE_FIRST),
  UC_RDMA_WRITE_MIDDLE(Service.UC, Operation.RDMA_WRITE_MIDDLE),
  UC_RDMA_WRITE_LAST(Service.UC, Operation.RDMA_WRITE_LAST),
  UC_RDMA_WRITE_LAST_IMM(Service.UC, Operation.RDMA_WRITE_LAST_IMM),
  UC_RDMA_WRITE_ONLY(Service.UC, Operation.RDMA_WRITE_ONLY),
  UC_RDMA_WRITE_ONLY_IMM(Service.UC, Operation.RDMA_WRITE_ONLY_IMM),
  RD_SEND_FIRST(Service.RD, Operation.SEND_FIRST),
  RD_SEND_MIDDLE(Service.RD, Operation.SEND_MIDDLE),
  RD_SEND_LAST(Service.RD, Operation.SEND_LAST),
  RD_SEND_LAST_IMM(Service.RD, Operation.SEND_LAST_IMM),
  RD_SEND_ONLY(Service.RD, Operation.SEND_ONLY),
  RD_SEND_ONLY_IMM(Service.RD, Operation.SEND_ONLY_IMM),
  RD_RDMA_WRITE_FIRST(Service.RD, Operation.RDMA_WRITE_FIRST),
  RD_RDMA_WRITE_MIDDLE(Service.RD, Operation.RDMA_WRITE_MIDDLE),
  RD_RDMA_WRITE_LAST(Service.RD, Operation.RDMA_WRITE_LAST),
  RD_RDMA_WRITE_LAST_IMM(Service.RD, Operation.RDMA_WRITE_LAST_IMM),
  RD_RDMA_WRITE_ONLY(Service.RD, Operation.RDMA_WRITE_ONLY),
  RD_RDMA_WRITE_ONLY_IMM(Service.RD, Operation.RDMA_WRITE_ONLY_IMM),
  RD_RDMA_READ_REQ(Service.RD, Operation.RDMA_READ_REQ),
  RD_RDMA_READ_RESP_FIRST(Service.RD, Operation.RDMA_READ_RESP_FIRST),
  RD_RDMA_READ_RESP_MIDDLE(Service.RD, Operation.RDMA_READ_RESP_MIDDLE),
  RD_RDMA_READ_RESP_LAST(Service.RD, Operation.RDMA_READ_RESP_LAST),
  RD_RDMA_READ_RESP_ONLY(Service.RD, Operation.RDMA_READ_RESP_ONLY),
  RD_ACK(Service.RD, Operation.ACK),
  RD_ATOMIC_ACK(Service.RD, Operation.ATOMIC_ACK),
  RD_CMPSWAP(Service.RD, Operation.CMPSWAP),
  RD_FETCHADD(Service.RD, Operation.FETCHADD),
  RD_RESYNC(Service.RD, Operation.RESYNC),
  UD_SEND_ONLY(Service.UD, Operation.SEND_ONLY),
  UD_SEND_ONLY_IMM(Service.UD, Operation.SEND_ONLY_IMM),
  CNP(Service.CNP, Operation.CNP),
  XRC_SEND_FIRST(Service.XRC, Operation.SEND_FIRST),
  XRC_SEND_MIDDLE(Service.XRC, Operation.SEND_MIDDLE),
  XRC_SEND_LAST(Service.XRC, Operation.SEND_LAST),
  XRC_SEND_LAST_IMM(Service.XRC, Operation.SEND_LAST_IMM),
  XRC_SEND_ONLY(Service.XRC, Operation.SEND_ONLY),
  XRC_SEND_ONLY_IMM(Service.XRC, Operation.SEND_ONLY_IMM),
  XRC_RDMA_WRITE_FIRST(Service.XRC, Operation.RDMA_WRITE_FIRST),
  XRC_RDMA_WRITE_MIDDLE(Service.XRC, Operation.RDMA_WRITE_MIDDLE),
  XRC_RDMA_WRITE_LAST(Service.XRC, Operation.RDMA_WRITE_LAST),
  XRC_RDMA_WRITE_LAST_IMM(Service.XRC, Operation.RDMA_WRITE_LAST_IMM),
  XRC_RDMA_WRITE_ONLY(Service.XRC, Operation.RDMA_WRITE_ONLY),
  XRC_RDMA_WRITE_ONLY_IMM(Service.XRC, Operation.RDMA_WRITE_ONLY_IMM),
  XRC_RDMA_READ_REQ(Service.XRC, Operation.RDMA_READ_REQ),
  XRC_RDMA_READ_RESP_FIRST(Service.XRC, Operation.RDMA_READ_RESP_FIRST),
  XRC_RDMA_READ_RESP_MIDDLE(Service.XRC, Operation.RDMA_READ_RESP_MIDDLE),
  XRC_RDMA_READ_RESP_LAST(Service.XRC, Operation.RDMA_READ_RESP_LAST),
  XRC_RDMA_READ_RESP_ONLY(Service.XRC, Operation.RDMA_READ_RESP_ONLY),
  XRC_ACK(Service.XRC, Operation.ACK),
  XRC_ATOMIC_ACK(Service.XRC, Operation.ATOMIC_ACK),
  XRC_CMPSWAP(Service.XRC, Operation.CMPSWAP),
  XRC_FETCHADD(Service.XRC, Operation.FETCHADD),
  XRC_SEND_LAST_INV(Service.XRC, Operation.SEND_LAST_INV),
  XRC_SEND_ONLY_INV(Service.XRC, Operation.SEND_ONLY_INV),
  XRC_FLUSH(Service.XRC, Operation.FLUSH),
  XRC_ATOMIC_WRITE(Service.XRC, Operation.ATOMIC_WRITE);

  private static final int FIRST_OF_MANUFACTURERS = 0xC0;

  private static final @Nullable OpCode[] BY_NUMBER = new OpCode[256];

  static {
    for (OpCode opCode : values()) {
      BY_NUMBER[opCode.number] = opCode;
    }
  }

  private final int number;
  private final Service service;
  private final Operation operation;

  @SuppressWarnings(
      "ImmutableEnumChecker") // never changed; an array, so that loops do not allocate
  private final Header[] headers;

  private final int headerBytes;

  OpCode(Service service, Operation operation) {
    this.number = (service.code() << 5) | operation.code();
    this.service = service;
    this.operation = operation;
    this.headers =
        Stream.concat(
                Arrays.stream(service.headers(operation.isResponse())),
                Arrays.stream(operation.headers()))
            .toArray(Header[]::new);
    this.headerBytes = Arrays.stream(headers).mapToInt(Header::bytes).sum();
  }

  /// Returns the operation code of a number, if it is defined.
  public static Optional<OpCode> of(int number) {
    return Optional.ofNullable(orNull(number));
  }

  static @Nullable OpCode orNull(int number) {
    return BY_NUMBER[number & 0xFF];
  }

  /// Whether a number is manufacturer-defined, so that the following headers are unknown.
  static boolean isManufacturers(int number) {
    return number >= FIRST_OF_MANUFACTURERS;
  }

  /// Returns the name, `RC_SEND_ONLY`; for an undefined code, its number.
  public static String name(int number) {
    OpCode known = orNull(number);
    return known == null ? "opcode 0x%02X".formatted(number) : known.name();
  }

  /// Returns the value in the BTH.
  public int number() {
    return number;
  }

  public Service service() {
    return service;
  }

  public Operation operation() {
    return operation;
  }

  /// Returns the specification's name: `RC SEND Only`.
  public String text() {
    return this == CNP ? operation.text() : service + " " + operation.text();
  }

  /// Returns the headers between BTH and payload, in wire order.
  public List<Header> headers() {
    return List.of(headers);
  }

  /// Returns the headers for loops that must not allocate; not to be modified.
  Header[] headerArray() {
    return headers;
  }

  /// Returns the length of the headers between BTH and payload, in bytes.
  public int headerBytes() {
    return headerBytes;
  }
}
