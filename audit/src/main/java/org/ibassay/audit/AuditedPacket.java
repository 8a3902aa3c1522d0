package org.ibassay.audit;

import java.util.List;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Grh;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// The current packet, with the values that all rules need; reused for the next packet.
final class AuditedPacket {
  private static final @Nullable Operation[] OPERATIONS = new @Nullable Operation[256];

  static {
    for (OpCode opCode : OpCode.values()) {
      OPERATIONS[opCode.number()] = opCode.operation();
    }
  }

  final TransportPacket packet;

  /// Defects of this packet alone.
  final List<Finding> findings;

  long frame;

  /// Time of capture; 0 if unknown.
  long nanos;

  int psn;
  int number;

  /// Null if reserved.
  @Nullable Operation operation;

  /// Whether the payload's length is known.
  boolean whole;

  int bytes;

  /// Whether a receiver must drop it.
  boolean invalid;

  AuditedPacket(TransportPacket packet) {
    this.packet = packet;
    this.findings = packet.findings();
  }

  void read(long atFrame, long atNanos) {
    frame = atFrame;
    nanos = atNanos;
    psn = (int) packet.get(Header.BTH, Bth.PSN);
    number = packet.opCodeNumber();
    operation = OPERATIONS[number];
    whole = packet.isWhole();
    bytes = packet.payloadBytes();
  }

  boolean isResponse() {
    return operation != null && operation.isResponse();
  }

  /// Whether the kind of response is not in the truncated packet.
  boolean isCutOff() {
    return isResponse() && operation != Operation.RDMA_READ_RESP_MIDDLE && !packet.has(Header.AETH);
  }

  boolean isAckRequested() {
    return packet.get(Header.BTH, Bth.A) == 1;
  }

  /// The partition without the membership bit, which may differ between the two sides.
  int partition() {
    return (int) packet.get(Header.BTH, Bth.P_KEY) & 0x7FFF;
  }

  /// Returns the address of a READ, WRITE or atomic; 0 for others.
  long address() {
    if (packet.has(Header.RETH)) {
      return packet.get(Header.RETH, Reth.VA);
    }
    return packet.has(Header.ATOMIC_ETH) ? packet.get(Header.ATOMIC_ETH, AtomicEth.VA) : 0;
  }

  /// DMALen; -1 if there is none.
  long announced() {
    return packet.has(Header.RETH) ? packet.get(Header.RETH, Reth.DMA_LEN) : -1;
  }

  /// Whether it has more pad than payload.
  boolean isRunt() {
    return findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.PAD_COUNT);
  }

  int syndrome() {
    return packet.has(Header.AETH) ? (int) packet.get(Header.AETH, Aeth.SYNDROME) : -1;
  }

  int msn() {
    return (int) packet.get(Header.AETH, Aeth.MSN);
  }

  /// Whether it is a positive response: any response except a NAK.
  boolean isPositive() {
    return isResponse()
        && (!packet.has(Header.AETH) || (syndrome() & Syndrome.KIND_MASK) == Syndrome.ACK);
  }

  /// Whether the first byte of the destination GID or IPv6 address has a value.
  boolean goesToGid(int first) {
    if (packet.has(Header.GRH)) {
      return Gid.get(Grh.DGID, packet.segment(), packet.at(Header.GRH)).prefix() >>> 56 == first;
    }
    return packet.has(Header.IPV6)
        && Gid.get(Ipv6.DESTINATION, packet.segment(), packet.at(Header.IPV6)).prefix() >>> 56
            == first;
  }

  /// Returns a value that distinguishes responses.
  long identity() {
    long aeth = packet.has(Header.AETH) ? ((long) syndrome() << 24) ^ msn() : 0;
    return (((long) psn << 40) ^ ((long) number << 32) ^ aeth) | Long.MIN_VALUE;
  }

  String text() {
    StringBuilder text = new StringBuilder(OpCode.name(number)).append(", PSN ").append(psn);
    if (packet.has(Header.AETH)) {
      text.append(", ").append(Syndrome.of(syndrome())).append(", MSN ").append(msn());
    } else if (whole) {
      text.append(", ").append(bytes).append(bytes == 1 ? " byte" : " bytes");
    }
    return text.toString();
  }
}
