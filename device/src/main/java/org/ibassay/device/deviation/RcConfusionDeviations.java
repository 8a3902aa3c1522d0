package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.unnoticed;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.RcSeams.RepeatAction;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations of a responder that confuses a packet, message, or region with another one.
final class RcConfusionDeviations {
  /// The last byte of all R_Keys of simulated regions.
  static final int KEY_TAG = 0x17;

  private static final int KEY_STEP = 0x100;
  static final int TOP_BYTE = 24;
  private static final int PAGE = 4096;
  private static final long LOW_48 = 0xFFFF_FFFF_FFFFL;
  private static final int LOW_24 = 0xFF_FFFF;
  private static final int LOW_16 = 0xFFFF;

  private RcConfusionDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(gaps(), notReady(), duplicates(), keys(), lengths(), rights(), atomics())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> gaps() {
    return List.of(
        unreported(
            "gap-before-read-silent", "before a READ", p -> is(p, Operation.RDMA_READ_REQ::equals)),
        unreported("gap-before-atomic-silent", "before an atomic", p -> is(p, Operation::isAtomic)),
        unreported(
            "gap-without-ackreq-silent",
            "before a packet without AckReq",
            packet -> packet.get(Header.BTH, Bth.A) == 0),
        unreported(
            "gap-in-message-silent",
            "within a message",
            packet -> is(packet, operation -> !operation.isStart())),
        deviation(
            "gap-after-read-silent",
            "does not report a gap that follows one which a READ or atomic has ended",
            seams ->
                seams.again.endsGap.deviate(_ ->
                    operation -> operation != Operation.RDMA_READ_REQ && !operation.isAtomic())),
        deviation(
            "gap-in-message-reported-once",
            "reports one gap in a message only",
            seams -> seams.again.endsGap.deviate(_ -> Operation::isEnd)),
        deviation(
            "gap-ends-message",
            "discards a message when one of its packets is missing",
            seams -> seams.again.gapEndsMessage.deviate(_ -> _ -> true)),
        deviation(
            "gap-stores-packet",
            "stores a packet after a missing one where that belongs",
            seams ->
                seams.again.gapStores.deviate(
                    _ -> packet -> is(packet, operation -> !operation.isStart()))));
  }

  private static DeviationSpec unreported(
      String name, String where, Predicate<TransportPacket> some) {
    return deviation(
        name,
        "does not report a gap " + where,
        seams -> seams.again.reportsGap.deviate(under -> p -> !some.test(p) && under.test(p)));
  }

  private static List<DeviationSpec> notReady() {
    return List.of(
        deviation(
            "rnr-nak-once",
            "sends one RNR NAK for a request, however often that is received",
            seams -> {
              Set<Integer> sent = new HashSet<>();
              RcEdits.withoutResponses(packet -> isRnrNak(packet) && !sent.add(packet.psn()))
                  .accept(seams);
            }),
        deviation(
            "rnr-nak-silences-gap",
            "reports no gap after an RNR NAK",
            seams -> {
              boolean[] after = {false};
              RcEdits.withoutResponses(
                      packet -> {
                        after[0] |= isRnrNak(packet);
                        return after[0] && isGapNak(packet);
                      })
                  .accept(seams);
            }),
        deviation(
            "rnr-nak-only-first",
            "sends RNR NAKs for the first request without a receive only",
            seams -> {
              Set<Integer> sent = new HashSet<>();
              RcEdits.withoutResponses(
                      packet -> {
                        if (isRnrNak(packet)) {
                          sent.add(packet.psn());
                        }
                        return isRnrNak(packet) && sent.size() > 1;
                      })
                  .accept(seams);
            }));
  }

  private static boolean isRnrNak(OutgoingPacket packet) {
    return packet.opCode() == OpCode.RC_ACK
        && Syndrome.of((int) packet.get(Aeth.SYNDROME)) instanceof Syndrome.RnrNak;
  }

  private static boolean isGapNak(OutgoingPacket packet) {
    return packet.opCode() == OpCode.RC_ACK
        && Syndrome.of((int) packet.get(Aeth.SYNDROME)).equals(new Nak(Nak.PSN_SEQUENCE_ERROR));
  }

  private static List<DeviationSpec> duplicates() {
    return List.of(
        deviation(
            "duplicate-first-ends-message",
            "discards a message when its first packet is repeated",
            seams ->
                seams.breaksMessage.deviate(_ ->
                    operation ->
                        operation == Operation.SEND_FIRST
                            || operation == Operation.RDMA_WRITE_FIRST)),
        deviation(
            "duplicate-middle-executed",
            "stores and counts a repeated packet in the middle of a message",
            seams ->
                seams.repeats.deviate(under ->
                    (operation, age) ->
                        operation == Operation.SEND_MIDDLE
                                || operation == Operation.RDMA_WRITE_MIDDLE
                            ? RepeatAction.EXECUTE
                            : under.of(operation, age))),
        deviation(
            "duplicate-in-message-silent",
            "does not acknowledge a repeated packet that does not end its message",
            seams ->
                seams.repeats.deviate(under ->
                    (operation, age) ->
                        operation.isEnd() ? under.of(operation, age) : RepeatAction.IGNORE)),
        deviation(
            "duplicate-last-executed",
            "executes the last packet of a message again when it is repeated",
            seams ->
                seams.repeats.deviate(under ->
                    (operation, age) ->
                        operation == Operation.RDMA_WRITE_LAST || operation == Operation.SEND_LAST
                            ? RepeatAction.GO_BACK
                            : under.of(operation, age))),
        deviation(
            "duplicate-atomic-answered-once",
            "answers a repeated atomic once",
            seams -> {
              Map<Integer, Integer> answers = new HashMap<>();
              RcEdits.withoutResponses(packet ->
                      RcEdits.isAtomicAck(packet)
                          && answers.merge(packet.psn(), 1, Integer::sum) > 2)
                  .accept(seams);
            }));
  }

  private static List<DeviationSpec> keys() {
    return List.of(
        deviation(
            "r-key-top-not-checked",
            "does not check the first 8 bits of an R_Key",
            unnoticed(ResponderFault.R_KEY_UNKNOWN, p -> key(p) >>> TOP_BYTE != 0)),
        deviation(
            "r-key-0-opens-all",
            "accepts R_Key 0 for any memory",
            unnoticed(ResponderFault.R_KEY_UNKNOWN, p -> key(p) == 0)),
        deviation(
            "va-48-bits",
            "ignores the first 16 bits of a virtual address",
            seams -> seams.address.deviate(under -> va -> under.applyAsLong(va & LOW_48))),
        deviation(
            "dma-length-24-bits",
            "ignores the first 8 bits of a DMA length",
            seams -> seams.dmaLength.deviate(under -> n -> under.applyAsLong(n & LOW_24))),
        deviation(
            "region-ends-at-page",
            "accepts requests up to the end of the last page of a region",
            seams ->
                seams.regionBytes.deviate(
                    under -> bytes -> (under.applyAsInt(bytes) + PAGE - 1) & -PAGE)),
        freed("deregistered-key-opens", "keeps the R_Key of deregistered memory", List.of()),
        freed(
            "deregistration-ends-next",
            "ends the R_Key of the region registered next, too",
            List.of(0, KEY_STEP)),
        freed(
            "deregistration-ends-previous",
            "ends the R_Key of the region registered before, too",
            List.of(0, -KEY_STEP)));
  }

  /// Returns the R_Key of a request that has one.
  static int key(TransportPacket packet) {
    return packet.has(Header.RETH)
        ? (int) packet.get(Header.RETH, Reth.R_KEY)
        : packet.has(Header.ATOMIC_ETH)
            ? (int) packet.get(Header.ATOMIC_ETH, AtomicEth.R_KEY)
            : KEY_TAG;
  }

  /// @param steps distances from the R_Key that is to become invalid
  private static DeviationSpec freed(String name, String summary, List<Integer> steps) {
    return deviation(
        name,
        summary,
        seams ->
            seams.again.freedKeys.deviate(
                _ -> key -> steps.stream().map(step -> key + step).toList()));
  }

  private static List<DeviationSpec> lengths() {
    return List.of(
        deviation(
            "write-pad-stored", "stores pad bytes of RDMA WRITEs", padded(Operation::isWrite)),
        deviation("send-pad-stored", "stores pad bytes of SENDs", padded(Operation::isSend)),
        deviation(
            "write-wraps-at-64k",
            "stores an RDMA WRITE from its beginning again after 65,536 bytes",
            seams ->
                seams.writePlace.deviate(
                    under -> (address, before) -> under.applyAsLong(address, before & LOW_16))),
        deviation(
            "send-wraps-at-64k",
            "stores a SEND from its beginning again after 65,536 bytes",
            seams ->
                seams.sendPlace.deviate(under -> before -> under.applyAsLong(before & LOW_16))));
  }

  private static Consumer<RcSeams> padded(Predicate<Operation> some) {
    return seams ->
        seams.storing.deviate(under ->
            (operation, payload) -> {
              byte[] kept = under.of(operation, payload);
              return some.test(operation) && operation.isEnd()
                  ? Arrays.copyOf(kept, kept.length + Bth.padAfter(kept.length))
                  : kept;
            });
  }

  private static List<DeviationSpec> rights() {
    return List.of(
        deviation(
            "write-first-right-not-checked",
            "does not check a region's rights for an RDMA WRITE of several packets",
            unnoticed(
                ResponderFault.FORBIDDEN_IN_REGION,
                packet -> is(packet, Operation.RDMA_WRITE_FIRST::equals))),
        deviation(
            "write-immediate-right-not-checked",
            "does not check a region's rights for an RDMA WRITE with immediate data",
            unnoticed(
                ResponderFault.FORBIDDEN_IN_REGION,
                packet -> is(packet, Operation.RDMA_WRITE_ONLY_IMM::equals))),
        deviation(
            "write-first-qp-right-not-checked",
            "does not check a QP's rights for an RDMA WRITE of several packets",
            unnoticed(
                ResponderFault.FORBIDDEN_ON_QP,
                packet -> is(packet, Operation.RDMA_WRITE_FIRST::equals))),
        deviation(
            "write-immediate-qp-right-not-checked",
            "does not check a QP's rights for an RDMA WRITE with immediate data",
            unnoticed(
                ResponderFault.FORBIDDEN_ON_QP,
                packet -> is(packet, Operation.RDMA_WRITE_ONLY_IMM::equals))),
        demanding(
            "read-needs-write-right",
            "NAKs a READ without the Remote Write right",
            (rights, operation) -> operation == Operation.RDMA_READ_REQ && !rights.remoteWrite()),
        demanding(
            "write-needs-read-right",
            "NAKs an RDMA WRITE without the Remote Read right",
            (rights, operation) -> operation.isWrite() && !rights.remoteRead()),
        demanding(
            "atomic-needs-write-right",
            "NAKs an atomic without the Remote Write right",
            (rights, operation) -> operation.isAtomic() && !rights.remoteWrite()));
  }

  private static DeviationSpec demanding(
      String name, String summary, BiPredicate<AccessRights, Operation> refused) {
    return deviation(
        name,
        summary,
        seams ->
            seams.again.rightsSuffice.deviate(under ->
                (rights, operation) ->
                    !refused.test(rights, operation) && under.test(rights, operation)));
  }

  private static List<DeviationSpec> atomics() {
    return List.of(
        atomic(
            "compare-skips-byte",
            "does not compare the third byte of a CmpSwap",
            (before, swap, compare) -> ((before ^ compare) & ~0xFF_0000L) == 0 ? swap : before,
            OpCode.RC_CMPSWAP),
        atomic(
            "swap-to-0-lost",
            "does not store 0 by a CmpSwap",
            (before, swap, compare) -> before == compare && swap != 0 ? swap : before,
            OpCode.RC_CMPSWAP),
        atomic(
            "add-saturates",
            "limits the sum of a FetchAdd to the greatest signed number",
            (before, add, _) ->
                before > 0 && add > 0 && before + add < 0 ? Long.MAX_VALUE : before + add,
            OpCode.RC_FETCHADD),
        deviation(
            "atomic-odd-address-executed",
            "accepts atomics whose address is off by 1 or 2",
            misaligned(Long.BYTES / 2)));
  }

  private interface Result {
    long of(long before, long operand, long compare);
  }

  private static DeviationSpec atomic(String name, String summary, Result result, OpCode some) {
    return deviation(
        name,
        summary,
        seams ->
            seams.atomic.deviate(under ->
                (opCode, before, operand, compare) ->
                    opCode == some
                        ? result.of(before, operand, compare)
                        : under.of(opCode, before, operand, compare)));
  }

  /// @param bits the bits of the address that are checked
  private static Consumer<RcSeams> misaligned(int bits) {
    return unnoticed(
        ResponderFault.MISALIGNED_ATOMIC,
        packet -> (packet.get(Header.ATOMIC_ETH, AtomicEth.VA) & bits) == 0);
  }

  private static boolean is(TransportPacket packet, Predicate<Operation> kind) {
    return RcEdits.is(packet, kind);
  }
}
