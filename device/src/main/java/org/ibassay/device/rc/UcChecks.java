package org.ibassay.device.rc;

import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Service;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// The checks of a packet to a UC QP.
final class UcChecks {
  private final UnreliableQp qp;
  private final UcAdapter at;

  UcChecks(UnreliableQp qp, UcAdapter at) {
    this.qp = qp;
    this.at = at;
  }

  /// Whether a packet has a fault; to be called in the order of the faults.
  ///
  /// @param message the message that is being received, if any
  boolean has(
      UcFault fault, TransportPacket packet, int expectedPsn, @Nullable IncomingMessage message) {
    return fault.isOfHeaders()
        ? hasInHeaders(fault, packet)
        : hasInMessage(fault, packet, operation(packet), expectedPsn, message);
  }

  private boolean hasInHeaders(UcFault fault, TransportPacket packet) {
    return switch (fault) {
      case CARRIER -> !HeaderChecks.isCarried(packet);
      case ICRC -> !HeaderChecks.isSound(packet);
      case T_VER -> packet.get(Header.BTH, Bth.T_VER) != 0;
      case OPCODE ->
          packet
              .opCode()
              .filter(opCode -> opCode.service() == Service.UC)
              .filter(opCode -> opCode.operation().isSend() || opCode.operation().isWrite())
              .isEmpty();
      case P_KEY -> !HeaderChecks.isOfPartition(at.pKey(), (int) packet.get(Header.BTH, Bth.P_KEY));
      case SOURCE -> !isAt(packet, true, qp.settings().peer());
      default -> !isAt(packet, false, qp.address());
    };
  }

  private static boolean isAt(TransportPacket packet, boolean source, PortAddress address) {
    return packet.framing().orElseThrow().isNative()
        ? packet.get(Header.LRH, source ? Lrh.SLID : Lrh.DLID) == address.lid()
        : HeaderChecks.address(packet, source).equals(address.gid());
  }

  private boolean hasInMessage(
      UcFault fault,
      TransportPacket packet,
      Operation operation,
      int expectedPsn,
      @Nullable IncomingMessage message) {
    boolean starts = operation.isStart();
    return switch (fault) {
      case LOST -> !starts && packet.get(Header.BTH, Bth.PSN) != expectedPsn;
      case ORDER -> !starts && (message == null || message.isWrite() != operation.isWrite());
      case UNFINISHED ->
          starts
              && message != null
              && packet.get(Header.BTH, Bth.PSN) == expectedPsn
              && at.variant().is(SimParameter.UC_UNFINISHED);
      case LENGTH -> isOddLength(packet, operation, starts ? null : message);
      case NO_RECEIVE -> RequestChecks.needsReceive(operation) && qp.receives().isEmpty();
      case TOO_LONG_FOR_RECEIVE -> overflows(packet, operation, starts ? null : message);
      default -> operation.isWrite() && starts && isForbidden(fault, packet);
    };
  }

  private boolean isOddLength(
      TransportPacket packet, Operation operation, @Nullable IncomingMessage message) {
    int bytes = packet.payloadBytes();
    int mtu = qp.settings().pathMtu();
    boolean odd =
        operation.isEnd() ? bytes > mtu || (!operation.isStart() && bytes == 0) : bytes != mtu;
    MemoryTarget target = target(packet, operation, message);
    if (target == null) {
      return odd;
    }
    long all = bytes + (message == null ? 0 : message.bytes());
    return odd || all > target.length() || (operation.isEnd() && all < target.length());
  }

  private @Nullable MemoryTarget target(
      TransportPacket packet, Operation operation, @Nullable IncomingMessage message) {
    return operation.isWrite() && operation.isStart()
        ? at.target(packet)
        : message == null ? null : message.target();
  }

  private boolean overflows(
      TransportPacket packet, Operation operation, @Nullable IncomingMessage message) {
    PostedReceive receive = message == null ? qp.receives().next() : message.receive();
    long before = message == null ? 0 : message.bytes();
    return operation.isSend()
        && receive != null
        && before + packet.payloadBytes() > receive.into().bytes();
  }

  /// A length of 0 accesses no memory, so no R_Key is checked.
  private boolean isForbidden(UcFault fault, TransportPacket packet) {
    MemoryTarget target = at.target(packet);
    Region region = at.memory().withKey(target.rkey());
    if (fault == UcFault.FORBIDDEN_ON_QP) {
      return !qp.settings().access().remoteWrite();
    }
    if (target.length() == 0) {
      return false;
    }
    return switch (fault) {
      case R_KEY_UNKNOWN -> region == null;
      case OTHER_DOMAIN -> region != null && region.isElsewhere();
      case OUT_OF_RANGE -> region != null && !region.contains(target.address(), target.length());
      default -> region != null && !region.rights().remoteWrite();
    };
  }

  /// The operation of a packet that passed the header checks; SEND Only if a deviation skipped
  /// them.
  static Operation operation(TransportPacket packet) {
    return packet
        .opCode()
        .map(OpCode::operation)
        .filter(operation -> operation.isSend() || operation.isWrite())
        .orElse(Operation.SEND_ONLY);
  }
}
