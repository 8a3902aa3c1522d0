package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.is;
import static org.ibassay.device.deviation.RcEdits.unnoticed;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.RcSeams.AtomicRule;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations in lengths, memory access and storing of data.
final class RcMemoryDeviations {
  private static final long SMALL = 1 << 16;
  private static final long LONGEST_MESSAGE = 1L << 31;
  private static final long LOW_HALF = 0xFFFF_FFFFL;
  private static final int PMTU_SLACK = 4;
  private static final int HALF = 32;
  private static final byte[] NOTHING = {};

  private RcMemoryDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        accepts("r-key-not-checked", "any R_Key", ResponderFault.R_KEY_UNKNOWN),
        accepts(
            "r-key-of-reads-not-checked",
            "any R_Key in a READ",
            ResponderFault.R_KEY_UNKNOWN,
            RcMemoryDeviations::isRead),
        accepts(
            "range-not-checked",
            "an address outside its region",
            ResponderFault.OUT_OF_RANGE,
            packet -> !packet.has(Header.RETH) || packet.get(Header.RETH, Reth.DMA_LEN) <= SMALL),
        regions("region-one-longer", "serves the byte after a region", bytes -> bytes + 1),
        regions("region-one-shorter", "does not serve a region's last byte", bytes -> bytes - 1),
        accepts(
            "read-right-not-checked",
            "a READ from a region that forbids it",
            ResponderFault.FORBIDDEN_IN_REGION,
            RcMemoryDeviations::isRead),
        accepts(
            "write-right-not-checked",
            "a WRITE to a region that forbids it",
            ResponderFault.FORBIDDEN_IN_REGION,
            packet -> is(packet, Operation::isWrite)),
        accepts(
            "atomic-right-not-checked",
            "an atomic in a region that forbids it",
            ResponderFault.FORBIDDEN_IN_REGION,
            packet -> is(packet, Operation::isAtomic)),
        accepts(
            "qp-rights-not-checked", "what the QP does not allow", ResponderFault.FORBIDDEN_ON_QP),
        accepts("misaligned-executed", "a misaligned atomic", ResponderFault.MISALIGNED_ATOMIC),
        accepts(
            "misaligned-by-4-executed",
            "an atomic at a multiple of 4",
            ResponderFault.MISALIGNED_ATOMIC,
            packet -> (packet.get(Header.ATOMIC_ETH, AtomicEth.VA) & 3) == 0),
        accepts(
            "packet-over-mtu-accepted",
            "an only or last packet over the path MTU",
            ResponderFault.TOO_LONG_FOR_PATH),
        accepts(
            "packet-over-mtu-by-4-accepted",
            "an only or last packet of 4 bytes more than the path MTU",
            ResponderFault.TOO_LONG_FOR_PATH,
            packet -> Integer.bitCount(packet.payloadBytes() - PMTU_SLACK) == 1),
        accepts(
            "packet-not-full-accepted",
            "a first or middle packet that is not full",
            ResponderFault.NOT_FULL),
        accepts(
            "packet-full-with-pad-accepted",
            "a first or middle packet that is full only with its pad",
            ResponderFault.NOT_FULL,
            packet -> packet.padCount() > 0),
        accepts("last-empty-accepted", "an empty last packet", ResponderFault.LAST_EMPTY),
        accepts(
            "write-too-long-accepted",
            "more data than a WRITE's length",
            ResponderFault.DMA_LENGTH_EXCEEDED),
        accepts(
            "write-too-short-accepted",
            "less data than a WRITE's length",
            ResponderFault.DMA_LENGTH_NOT_REACHED),
        accepts(
            "receive-too-small-filled",
            "a SEND longer than its receive",
            ResponderFault.RECEIVE_TOO_SMALL),
        deviation(
            "receive-overrun-by-1-accepted",
            "accepts a SEND one byte longer than its receive",
            seams -> seams.again.receiveBytes.deviate(_ -> (_, posted) -> posted + 1)),
        deviation(
            "receive-overrun-of-last-accepted",
            "accepts a SEND of several packets one byte longer than its receive",
            seams ->
                seams.again.receiveBytes.deviate(
                    _ -> (packet, posted) -> packet.isStart() ? posted : posted + 1)),
        deviation(
            "receive-ends-at-word",
            "rounds the length of a receive up to a multiple of 4 bytes",
            seams -> seams.again.receiveBytes.deviate(_ -> (_, posted) -> (posted + 3) & -4)),
        storesRefused(
            "receive-too-small-overflows",
            "a SEND that is longer than its receive",
            Operation::isSend,
            ResponderFault.RECEIVE_TOO_SMALL),
        storesRefused(
            "write-right-checked-late",
            "a WRITE to a region that forbids it",
            Operation::isWrite,
            ResponderFault.FORBIDDEN_IN_REGION),
        storesRefused(
            "write-range-checked-late",
            "the part within the region of a WRITE that exceeds it",
            Operation::isWrite,
            ResponderFault.OUT_OF_RANGE),
        storesRefused(
            "atomic-right-checked-late",
            "an atomic in a region that forbids it",
            Operation::isAtomic,
            ResponderFault.FORBIDDEN_IN_REGION),
        storesRefused(
            "atomic-range-checked-late",
            "the part within the region of an atomic that exceeds it",
            Operation::isAtomic,
            ResponderFault.OUT_OF_RANGE),
        accepts(
            "receive-protected-filled",
            "a SEND into memory that it may not write",
            ResponderFault.RECEIVE_PROTECTED),
        deviation(
            "write-over-2-31-begun",
            "accepts the first packet of an RDMA WRITE of more than 2^31 bytes",
            unnoticed(ResponderFault.DMA_LENGTH_TOO_LONG, RcMemoryDeviations::isLongWrite)
                .andThen(unnoticed(ResponderFault.OUT_OF_RANGE, RcMemoryDeviations::isLongWrite))),
        deviation(
            "length-0-as-2-31",
            "treats a length of 0 as 2^31",
            seams ->
                seams.dmaLength.deviate(
                    under -> length -> length == 0 ? 1L << 31 : under.applyAsLong(length))),
        deviation(
            "later-r-key-not-checked",
            "accepts any R_Key, except in the first request",
            RcEdits.unnoticedLater(ResponderFault.R_KEY_UNKNOWN)),
        deviation(
            "later-qp-rights-not-checked",
            "accepts what the QP does not allow, except in the first request",
            RcEdits.unnoticedLater(ResponderFault.FORBIDDEN_ON_QP)),
        deviation(
            "atomic-reported-words-swapped",
            "answers an atomic with the value found, its halves exchanged",
            seams -> seams.original.deviate(_ -> (before, _) -> Long.rotateLeft(before, HALF))),
        deviation(
            "atomic-big-endian",
            "treats memory as big-endian in atomics",
            RcMemoryDeviations::atomicsReversed),
        fetches(
            "fetched-number-big-endian",
            "stores the result of its own atomic most significant byte first",
            data -> data.length == Long.BYTES ? reversed(data) : data),
        deviation(
            "atomic-reported-new-value",
            "answers an atomic with the new value",
            seams -> seams.original.deviate(_ -> (_, after) -> after)),
        stores(
            "atomic-not-stored", "stores no result of an atomic", (_, before, _, _, _) -> before),
        stores(
            "add-32-bits",
            "adds without a carry to the upper half",
            (opCode, before, swap, _, right) ->
                opCode == OpCode.RC_FETCHADD
                    ? (before & ~LOW_HALF) | ((before + swap) & LOW_HALF)
                    : right),
        stores(
            "swap-always",
            "swaps whatever the compare value",
            (opCode, _, swap, _, right) -> opCode == OpCode.RC_CMPSWAP ? swap : right),
        stores(
            "swap-compares-32-bits",
            "compares the lower half before it swaps",
            (opCode, before, swap, compare, right) ->
                opCode == OpCode.RC_CMPSWAP && ((before ^ compare) & LOW_HALF) == 0 ? swap : right),
        data("write-not-stored", "stores no WRITE", Operation::isWrite, _ -> NOTHING),
        data(
            "write-last-byte-lost",
            "does not store the last byte of a WRITE's last packet",
            operation -> operation.isWrite() && operation.isEnd(),
            RcMemoryDeviations::withoutLast),
        data(
            "write-rest-not-stored",
            "stores the first packet of a WRITE only",
            operation -> operation.isWrite() && !operation.isStart(),
            _ -> NOTHING),
        data("send-not-stored", "stores no SEND", Operation::isSend, _ -> NOTHING),
        data(
            "read-last-byte-wrong",
            "returns a wrong last byte for a READ",
            operation -> operation.isReadResponse() && operation.isEnd(),
            RcMemoryDeviations::lastFlipped),
        data(
            "read-zeros",
            "returns zeros for a READ",
            Operation::isReadResponse,
            sent -> new byte[sent.length]),
        data(
            "read-one-short",
            "returns one byte too few for a READ",
            operation -> operation.isReadResponse() && operation.isEnd(),
            RcMemoryDeviations::withoutLast),
        fetches("response-not-stored", "stores no data of its own READs and atomics", _ -> NOTHING),
        fetches(
            "response-last-byte-lost",
            "does not store the last byte of a packet that answers its own READ or atomic",
            RcMemoryDeviations::withoutLast));
  }

  private static DeviationSpec storesRefused(
      String name, String what, Predicate<Operation> which, ResponderFault fault) {
    return deviation(
        name,
        "stores %s before it NAKs it".formatted(what),
        seams ->
            seams.again.storesRefused.deviate(
                _ -> (found, operation) -> found == fault && which.test(operation)));
  }

  private static DeviationSpec accepts(String name, String what, ResponderFault fault) {
    return accepts(name, what, fault, _ -> true);
  }

  private static DeviationSpec accepts(
      String name, String what, ResponderFault fault, Predicate<TransportPacket> some) {
    return deviation(name, "accepts " + what, unnoticed(fault, some));
  }

  private static boolean isRead(TransportPacket packet) {
    return is(packet, Operation.RDMA_READ_REQ::equals);
  }

  private static boolean isLongWrite(TransportPacket packet) {
    return is(packet, Operation::isWrite)
        && packet.has(Header.RETH)
        && packet.get(Header.RETH, Reth.DMA_LEN) > LONGEST_MESSAGE;
  }

  private static DeviationSpec regions(String name, String text, IntUnaryOperator bytes) {
    return deviation(name, text, seams -> seams.regionBytes.deviate(_ -> bytes));
  }

  /// Computes the value that an atomic stores instead.
  private interface AtomicStore {
    long of(OpCode opCode, long before, long swap, long compare, long right);
  }

  private static DeviationSpec stores(String name, String text, AtomicStore wrong) {
    return deviation(name, text, seams -> seams.atomic.deviate(under -> storing(under, wrong)));
  }

  private static AtomicRule storing(AtomicRule under, AtomicStore wrong) {
    return (opCode, before, swap, compare) ->
        wrong.of(opCode, before, swap, compare, under.of(opCode, before, swap, compare));
  }

  private static DeviationSpec data(
      String name, String text, Predicate<Operation> which, UnaryOperator<byte[]> edit) {
    return deviation(
        name,
        text,
        seams ->
            seams.storing.deviate(under ->
                (operation, payload) -> {
                  byte[] right = under.of(operation, payload);
                  return which.test(operation) ? edit.apply(right) : right;
                }));
  }

  private static DeviationSpec fetches(String name, String text, UnaryOperator<byte[]> edit) {
    return deviation(name, text, seams -> seams.fetched.deviate(_ -> edit));
  }

  private static void atomicsReversed(RcSeams seams) {
    seams.atomic.deviate(under ->
        (opCode, before, swap, compare) ->
            Long.reverseBytes(under.of(opCode, Long.reverseBytes(before), swap, compare)));
    seams.original.deviate(
        under -> (before, after) -> under.of(Long.reverseBytes(before), Long.reverseBytes(after)));
  }

  private static byte[] reversed(byte[] right) {
    return ByteBuffer.allocate(Long.BYTES)
        .putLong(Long.reverseBytes(ByteBuffer.wrap(right).getLong()))
        .array();
  }

  private static byte[] withoutLast(byte[] right) {
    return right.length == 0 ? right : Arrays.copyOf(right, right.length - 1);
  }

  private static byte[] lastFlipped(byte[] right) {
    byte[] wrong = right.clone();
    if (wrong.length > 0) {
      wrong[wrong.length - 1] ^= 1;
    }
    return wrong;
  }
}
