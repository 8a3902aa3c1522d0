package org.ibassay.device.rc;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Feth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Service;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// The responder's checks before it executes the next request (9.7.4.1): sequence of operations,
/// capabilities of the QP, lengths, memory. The first fault counts.
final class RequestChecks {
  private static final long LONGEST_MESSAGE = 1L << 31;

  private final QueuePair qp;
  private final ResponseQueue responses;

  RequestChecks(QueuePair qp, ResponseQueue responses) {
    this.qp = qp;
    this.responses = responses;
  }

  private record Check(ResponderFault fault, BooleanSupplier fails) {}

  /// Returns the first fault that is detected; null if there is none.
  ///
  /// @param message the message that is being received, if any
  @Nullable ResponderFault first(TransportPacket packet, @Nullable IncomingMessage message) {
    if (packet.opCode().isEmpty()) {
      return noticed(ResponderFault.RESERVED_OPCODE, packet)
          ? ResponderFault.RESERVED_OPCODE
          : null;
    }
    Operation operation = packet.opCode().get().operation();
    return Stream.of(
            sequence(operation, message),
            abilities(packet.opCode().get().service(), operation),
            resources(operation, packet),
            payload(operation, packet, message),
            memory(operation, packet, message))
        .flatMap(List::stream)
        .filter(check -> check.fails().getAsBoolean())
        .map(Check::fault)
        .filter(fault -> noticed(fault, packet))
        .findFirst()
        .orElse(null);
  }

  /// Returns the first fault if it is detected although the packet is not the expected one, as only
  /// a deviation does; otherwise null.
  ///
  /// @param isGap whether it follows a missing packet; otherwise it is a duplicate
  @Nullable ResponderFault early(
      TransportPacket packet, @Nullable IncomingMessage message, boolean isGap) {
    RepeatSeams seams = qp.seams().again;
    ResponderFault fault = first(packet, message);
    return fault != null && (isGap ? seams.afterGap : seams.inDuplicate).part().test(fault)
        ? fault
        : null;
  }

  boolean noticed(ResponderFault fault, TransportPacket packet) {
    return qp.seams().noticing.part().notices(fault, packet, qp.executed());
  }

  private static List<Check> sequence(Operation operation, @Nullable IncomingMessage message) {
    return List.of(
        new Check(
            ResponderFault.FIRST_MISSING,
            () ->
                !operation.isStart()
                    && (message == null || message.isWrite() != operation.isWrite())),
        new Check(ResponderFault.LAST_MISSING, () -> operation.isStart() && message != null));
  }

  private List<Check> abilities(Service service, Operation operation) {
    AccessRights peers = qp.settings().access();
    return List.of(
        new Check(
            ResponderFault.UNSUPPORTED_OPCODE,
            () -> service != Service.RC || !isSupported(operation)),
        new Check(
            ResponderFault.FORBIDDEN_ON_QP,
            () ->
                (isWriting(operation) && !peers.remoteWrite())
                    || (operation == Operation.RDMA_READ_REQ && !peers.remoteRead())
                    || (operation.isAtomic() && !peers.remoteAtomic())
                    || (operation == Operation.FLUSH && !peers.remoteFlush())
                    || !qp.seams().again.rightsSuffice.part().test(peers, operation)));
  }

  private static boolean isWriting(Operation operation) {
    return operation.isWrite() || operation == Operation.ATOMIC_WRITE;
  }

  /// Whether the adapter supports an optional operation.
  private boolean isSupported(Operation operation) {
    return switch (operation) {
      case SEND_LAST_INV, SEND_ONLY_INV -> qp.device().variant().is(SimParameter.WINDOWS);
      case FLUSH -> qp.device().variant().is(SimParameter.FLUSH);
      case ATOMIC_WRITE -> qp.device().variant().is(SimParameter.ATOMIC_WRITE);
      case CMPSWAP, FETCHADD -> qp.device().atomics() != Atomics.NONE;
      default -> true;
    };
  }

  private List<Check> resources(Operation operation, TransportPacket packet) {
    boolean reads =
        operation == Operation.RDMA_READ_REQ
            || operation == Operation.ATOMIC_WRITE
            || operation == Operation.FLUSH
            || operation.isAtomic();
    return List.of(
        new Check(
            ResponderFault.MISALIGNED_ATOMIC,
            () -> operation.isAtomic() && (MemoryTarget.ofAtomic(packet).address() & 7) != 0),
        new Check(
            ResponderFault.MISALIGNED_ATOMIC_WRITE,
            () ->
                operation == Operation.ATOMIC_WRITE && (packet.get(Header.RETH, Reth.VA) & 7) != 0),
        new Check(
            ResponderFault.TOO_MANY_READS, () -> reads && responses.readsUnderWay() >= mostReads()),
        new Check(
            ResponderFault.NOT_READY, () -> needsReceive(operation) && qp.receives().isEmpty()));
  }

  private int mostReads() {
    return qp.seams().again.readsAllowed.part().applyAsInt(qp.settings().reads().peers());
  }

  /// A SEND uses its receive with its first packet, an RDMA WRITE with immediate data with its
  /// last.
  static boolean needsReceive(Operation operation) {
    return switch (operation) {
      case SEND_FIRST,
          SEND_ONLY,
          SEND_ONLY_IMM,
          SEND_ONLY_INV,
          RDMA_WRITE_ONLY_IMM,
          RDMA_WRITE_LAST_IMM ->
          true;
      default -> false;
    };
  }

  /// READs, atomics, ATOMIC WRITEs and FLUSHes have responses of their own.
  static boolean needsAck(TransportPacket request, Operation operation) {
    return operation != Operation.RDMA_READ_REQ
        && !operation.isAtomic()
        && operation != Operation.ATOMIC_WRITE
        && operation != Operation.FLUSH
        && request.get(Header.BTH, Bth.A) == 1;
  }

  private List<Check> payload(
      Operation operation, TransportPacket packet, @Nullable IncomingMessage message) {
    int bytes = packet.payloadBytes();
    int mtu = qp.settings().pathMtu();
    boolean carries = operation.isSend() || operation.isWrite();
    return List.of(
        new Check(ResponderFault.PAYLOAD_ODD, () -> isOdd(packet)),
        new Check(
            ResponderFault.TOO_LONG_FOR_PATH, () -> carries && operation.isEnd() && bytes > mtu),
        new Check(ResponderFault.NOT_FULL, () -> carries && !operation.isEnd() && bytes != mtu),
        new Check(
            ResponderFault.LAST_EMPTY,
            () -> carries && operation.isEnd() && !operation.isStart() && bytes == 0),
        new Check(ResponderFault.RECEIVE_TOO_SMALL, () -> overflows(operation, bytes, message)),
        new Check(ResponderFault.RECEIVE_PROTECTED, () -> isProtected(operation, bytes, message)));
  }

  private static boolean isOdd(TransportPacket packet) {
    return packet.findings().stream()
        .map(Finding::kind)
        .anyMatch(kind -> kind == Finding.Kind.PAYLOAD || kind == Finding.Kind.PAD_COUNT);
  }

  private boolean overflows(Operation operation, int bytes, @Nullable IncomingMessage message) {
    PostedReceive filled = filled(operation, message);
    long before = message == null ? 0 : message.bytes();
    return filled != null && before + bytes > room(operation, filled);
  }

  private int room(Operation operation, PostedReceive receive) {
    return qp.seams().again.receiveBytes.part().bytes(operation, receive.into().bytes());
  }

  private boolean isProtected(Operation operation, int bytes, @Nullable IncomingMessage message) {
    PostedReceive filled = filled(operation, message);
    return filled != null && bytes > 0 && !qp.memory().isUsable(filled.into(), true);
  }

  /// Returns the receive for a SEND's packet.
  private @Nullable PostedReceive filled(Operation operation, @Nullable IncomingMessage message) {
    if (!operation.isSend()) {
      return null;
    }
    return message == null ? qp.receives().next() : message.receive();
  }

  private List<Check> memory(
      Operation operation, TransportPacket packet, @Nullable IncomingMessage message) {
    MemoryTarget target = target(operation, packet, message);
    if (target == null) {
      return List.of();
    }
    List<Check> length =
        List.of(
            new Check(ResponderFault.DMA_LENGTH_TOO_LONG, () -> target.length() > LONGEST_MESSAGE));
    return Stream.of(length, amount(operation, packet, message, target), access(operation, target))
        .flatMap(List::stream)
        .toList();
  }

  private @Nullable MemoryTarget target(
      Operation operation, TransportPacket packet, @Nullable IncomingMessage message) {
    if (operation.isAtomic()) {
      return MemoryTarget.ofAtomic(packet);
    }
    if (operation == Operation.RDMA_READ_REQ
        || operation == Operation.ATOMIC_WRITE
        || operation == Operation.FLUSH
        || (operation.isWrite() && operation.isStart())) {
      MemoryTarget target = MemoryTarget.ofReth(packet, qp.seams());
      return isOfWholeRegion(packet) ? wholeRegion(target) : target;
    }
    return message == null ? null : message.target();
  }

  /// A FLUSH may be for a whole region, whatever range it specifies.
  private static boolean isOfWholeRegion(TransportPacket packet) {
    return packet.has(Header.FETH) && packet.get(Header.FETH, Feth.SEL) == Feth.REGION;
  }

  private MemoryTarget wholeRegion(MemoryTarget named) {
    Grant grant = qp.memory().grant(named.rkey());
    return grant == null
        ? new MemoryTarget(named.address(), named.rkey(), 1)
        : new MemoryTarget(grant.from(), named.rkey(), grant.length());
  }

  private static List<Check> amount(
      Operation operation,
      TransportPacket packet,
      @Nullable IncomingMessage message,
      MemoryTarget target) {
    long before = message == null || operation.isStart() ? 0 : message.bytes();
    long bytes = packet.payloadBytes() + before;
    return List.of(
        new Check(
            ResponderFault.DMA_LENGTH_EXCEEDED,
            () -> operation.isWrite() && bytes > target.length()),
        new Check(
            ResponderFault.DMA_LENGTH_NOT_REACHED,
            () -> operation.isWrite() && operation.isEnd() && bytes < target.length()));
  }

  /// A length of 0 accesses no memory, so no R_Key is checked.
  private List<Check> access(Operation operation, MemoryTarget target) {
    Grant grant = qp.memory().grant(target.rkey());
    if (target.length() == 0 && !qp.seams().again.emptyNeedsKey.part().test(operation)) {
      return List.of();
    }
    if (grant == null) {
      return List.of(new Check(ResponderFault.R_KEY_UNKNOWN, () -> true));
    }
    return List.of(
        new Check(ResponderFault.OTHER_DOMAIN, grant.region()::isElsewhere),
        new Check(ResponderFault.WINDOW_OF_OTHER_QP, () -> grant.isForeignTo(qp.qpn())),
        new Check(ResponderFault.OUT_OF_WINDOW, () -> grant.isWindow() && !grant.covers(target)),
        new Check(ResponderFault.OUT_OF_RANGE, () -> !reaches(grant.region(), target)),
        new Check(
            grant.isWindow()
                ? ResponderFault.FORBIDDEN_IN_WINDOW
                : ResponderFault.FORBIDDEN_IN_REGION,
            () ->
                !allows(grant.rights(), operation)
                    || !qp.seams().again.rightsSuffice.part().test(grant.rights(), operation)));
  }

  private boolean reaches(Region region, MemoryTarget target) {
    int size = qp.seams().regionBytes.part().applyAsInt(region.size());
    return region.contains(target.address(), target.length(), size);
  }

  private static boolean allows(AccessRights rights, Operation operation) {
    if (operation == Operation.FLUSH) {
      return rights.remoteFlush();
    }
    return operation.isAtomic()
        ? rights.remoteAtomic()
        : isWriting(operation) ? rights.remoteWrite() : rights.remoteRead();
  }

  /// Whether a reserved OpCode is silently dropped. The table of responder errors requires a NAK,
  /// and Mellanox states for this list that a NAK may or may not be sent; Linux's rxe drops such a
  /// packet.
  boolean ignoresReserved() {
    return qp.device().variant().is(SimParameter.IGNORES_RESERVED);
  }
}
