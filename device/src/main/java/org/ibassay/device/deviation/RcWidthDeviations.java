package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.is;
import static org.ibassay.device.deviation.RcEdits.unnoticed;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.RcSeams.ListUse;
import org.ibassay.device.rc.RepeatSeams.Awaited;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Buffer.Piece;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations of adapters whose data paths are 64 bytes wide, at the start or the end of data; of
/// counters of a message's length; and of checks of the first or the last packet alone.
final class RcWidthDeviations {
  private static final int WIDTH = 64;
  private static final int WORD = 4;
  private static final int PAGE = 4096;
  private static final int LONG = 1 << 16;

  /// What a counter of eight bits can count.
  private static final int PACKETS = 256;

  private static final int PSN_BITS = 24;
  private static final int INT_BITS = 32;

  private RcWidthDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(ends(), starts(), long64K(), parts(), duplicates())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> ends() {
    return List.of(
        deviation(
            "packet-of-9-words-dropped",
            "drops requests whose payload ends in the ninth word of 64 bytes",
            seams ->
                seams.refusing.deviate(
                    under -> packet -> under.test(packet) || wordsOf(packet.payloadBytes()) == 9)),
        deviation(
            "send-of-13-words-dropped",
            "drops SENDs whose payload ends in the 13th word of 64 bytes",
            seams ->
                seams.refusing.deviate(under ->
                    packet ->
                        under.test(packet)
                            || (is(packet, Operation::isSend)
                                && wordsOf(packet.payloadBytes()) == 13))),
        stores("write-end-in-word-15-lost", "RDMA WRITE", Operation::isWrite, 15, -1),
        stores("send-end-in-word-11-lost", "SEND", Operation::isSend, 11, -1),
        stores("write-end-in-word-6-one-longer", "RDMA WRITE", Operation::isWrite, 6, 1),
        stores("send-end-in-word-4-one-longer", "SEND", Operation::isSend, 4, 1),
        deviation(
            "answer-of-7-words-icrc-wrong",
            "sends a wrong ICRC in READ responses that end in the seventh word of 64 bytes",
            seams ->
                seams.sealing.deviate(under ->
                    (writer, packet) -> {
                      int bytes = under.end(writer, packet);
                      if (RcEdits.isReadResponse(packet) && wordsOf(sizeOf(packet)) == 7) {
                        writer.set(Header.BTH, Bth.SE, 1);
                      }
                      return bytes;
                    })),
        deviation(
            "response-pad-stored",
            "stores the pad bytes of a READ response",
            seams ->
                seams.fetched.deviate(under ->
                    data -> {
                      byte[] stored = under.apply(data);
                      return Arrays.copyOf(stored, Math.ceilDiv(stored.length, WORD) * WORD);
                    })));
  }

  private static List<DeviationSpec> starts() {
    return List.of(
        deviation(
            "write-at-61-misplaced",
            "stores an RDMA WRITE that starts at byte 61 of 64 one byte late",
            seams ->
                seams.writePlace.deviate(
                    _ -> (start, before) -> start + before + (start % WIDTH == 61 ? 1 : 0))),
        deviation(
            "write-at-18-aligned",
            "stores an RDMA WRITE that starts at byte 18 of 64 at a multiple of 4",
            seams ->
                seams.writePlace.deviate(_ ->
                    (start, before) -> (start % WIDTH == 18 ? start & -WORD : start) + before)),
        deviation(
            "read-from-45-aligned",
            "returns the data of a READ from byte 45 of 64 from a multiple of 4 on",
            seams ->
                seams.readPlace.deviate(_ ->
                    (part, at) ->
                        (part.address() % WIDTH == 45 ? part.address() & -WORD : part.address())
                            + at)),
        deviation(
            "read-across-64-bytes-wraps",
            "returns the data of a READ from byte 62 or 63 of 64 from the start of these 64 bytes",
            seams ->
                seams.readPlace.deviate(_ ->
                    (part, at) ->
                        part.address() % WIDTH < WIDTH - 2
                            ? part.address() + at
                            : (part.address() & -WIDTH) + (part.address() + at) % WIDTH)),
        lists("receive-at-38-aligned", "fills receives", ListUse.RECEIVE, at -> at == 38),
        lists("sent-from-13-aligned", "sends data", ListUse.SENT, at -> at == 13),
        lists("sent-from-odd-aligned", "sends data", ListUse.SENT, at -> at % 2 == 1),
        lists("read-to-29-aligned", "stores READ responses", ListUse.READ, at -> at == 29),
        lists("read-to-end-aligned", "stores READ responses", ListUse.READ, at -> at >= 60));
  }

  private static List<DeviationSpec> long64K() {
    return List.of(
        deviation(
            "read-wraps-at-64k",
            "returns the data of a READ beyond 64 KiB from its start",
            seams ->
                seams.readPlace.deviate(_ ->
                    (part, at) -> {
                      long before = (long) part.index() * part.mtu();
                      return part.address() - before + before % LONG + at;
                    })),
        deviation(
                "read-packet-256-as-first",
                "returns the data of a READ from its start after 256 packets",
                seams ->
                    seams.readPlace.deviate(_ ->
                        (part, at) ->
                            part.address() + at - (long) (part.index() & -PACKETS) * part.mtu()))
            .on(SimParameter.MTU_CAP, 1),
        deviation(
                "response-packet-256-on-start",
                "stores READ data after 256 packets at the start of the buffer",
                seams -> seams.fetchedPlace.deviate(_ -> (index, mtu) -> index % PACKETS * mtu))
            .on(SimParameter.MTU_CAP, 1),
        deviation(
            "response-wraps-at-64k",
            "stores READ data beyond 64 KiB at the start of the buffer",
            seams -> seams.fetchedPlace.deviate(_ -> (index, mtu) -> index * mtu % LONG)),
        deviation(
            "sent-wraps-at-64k",
            "sends data beyond 64 KiB from the start of the message",
            RcWidthDeviations::sentWraps));
  }

  private static List<DeviationSpec> parts() {
    return List.of(
        deviation(
            "receive-overrun-of-middle-accepted",
            "notices only in the last packet of a SEND that it exceeds the receive",
            unnoticed(
                ResponderFault.RECEIVE_TOO_SMALL,
                packet -> is(packet, operation -> !operation.isEnd()))),
        deviation(
            "read-range-of-first-page-checked",
            "compares only the first page of a READ with the region",
            unnoticed(ResponderFault.OUT_OF_RANGE, RcWidthDeviations::isInPage)),
        deviation(
            "atomic-half-past-end-executed",
            "executes an atomic whose first byte alone lies in the region",
            unnoticed(
                ResponderFault.OUT_OF_RANGE,
                packet -> is(packet, Operation::isAtomic) && !isAtPageStart(packet))),
        deviation(
            "psn-compared-signed",
            "compares PSNs as signed numbers of 24 bits",
            seams ->
                seams.distance.deviate(_ -> (psn, expected) -> signed(psn) - signed(expected))));
  }

  private static List<DeviationSpec> duplicates() {
    return List.of(
        renews("duplicate-read-renews-gap", "READ", Operation.RDMA_READ_REQ::equals),
        renews("duplicate-atomic-renews-gap", "atomic", Operation::isAtomic),
        silent("duplicate-read-silent-in-gap", Awaited.PACKET, Operation.RDMA_READ_REQ::equals),
        silent("duplicate-atomic-silent-in-gap", Awaited.PACKET, Operation::isAtomic),
        silent("duplicate-read-silent-in-rnr", Awaited.RECEIVE, Operation.RDMA_READ_REQ::equals),
        silent("duplicate-atomic-silent-in-rnr", Awaited.RECEIVE, Operation::isAtomic),
        silent("duplicate-write-silent-in-rnr", Awaited.RECEIVE, Operation::isWrite));
  }

  private static DeviationSpec renews(String name, String what, Predicate<Operation> which) {
    return deviation(
        name,
        "reports a gap again after a repeated " + what,
        seams -> seams.again.repeatEndsGap.deviate(_ -> which));
  }

  private static DeviationSpec silent(String name, Awaited awaited, Predicate<Operation> which) {
    return deviation(
        name,
        "does not answer %s while it waits for %s"
            .formatted(
                name.substring(0, name.indexOf("-silent")).replace('-', ' ') + "s",
                awaited == Awaited.PACKET ? "a missing packet" : "a receive"),
        seams ->
            seams.again.repeatsWhile.deviate(under ->
                (now, operation) ->
                    (now != awaited || !which.test(operation)) && under.test(now, operation)));
  }

  // --- ends

  /// Returns the number of words of the last 64 bytes, from 1 to 16; 0 without data.
  private static int wordsOf(int bytes) {
    return bytes == 0 ? 0 : (Math.ceilDiv(bytes, WORD) - 1) % (WIDTH / WORD) + 1;
  }

  private static int sizeOf(OutgoingPacket packet) {
    return (int) packet.payload().byteSize();
  }

  /// @param words in which the payload ends
  /// @param more bytes that are stored
  private static DeviationSpec stores(
      String name, String what, Predicate<Operation> which, int words, int more) {
    return deviation(
        name,
        "stores a byte %s of %ss that end in word %d of 64 bytes"
            .formatted(more > 0 ? "after the end" : "less", what, words),
        seams ->
            seams.storing.deviate(under ->
                (operation, payload) -> {
                  byte[] stored = under.of(operation, payload);
                  return which.test(operation) && wordsOf(payload.length) == words
                      ? Arrays.copyOf(filled(stored, more), stored.length + more)
                      : stored;
                }));
  }

  private static byte[] filled(byte[] data, int more) {
    byte[] longer = Arrays.copyOf(data, data.length + Math.max(more, 0));
    Arrays.fill(longer, data.length, longer.length, (byte) 1);
    return longer;
  }

  // --- starts

  /// @param some selects offsets within 64 bytes
  private static DeviationSpec lists(String name, String what, ListUse use, IntPredicate some) {
    return deviation(
        name,
        what + " from a multiple of 4 on, at some offsets within 64 bytes",
        seams ->
            seams.lists.deviate(under ->
                (now, list) -> {
                  Buffer right = under.of(now, list);
                  return now == use && right.pieces().size() == 1 ? aligned(right, some) : right;
                }));
  }

  private static Buffer aligned(Buffer right, IntPredicate some) {
    Piece piece = right.pieces().getFirst();
    return some.test((int) (piece.at() % WIDTH))
        ? new Buffer(List.of(new Piece(piece.region(), piece.at() & -WORD, piece.bytes())))
        : right;
  }

  // --- long messages

  private static void sentWraps(RcSeams seams) {
    List<byte[]> message = new ArrayList<>();
    Consumer<RcSeams> edit =
        RcEdits.requests(
            packet -> packet.opCode().operation().isSend() || packet.opCode().operation().isWrite(),
            packet -> {
              if (packet.opCode().operation().isStart()) {
                message.clear();
              }
              byte[] payload = packet.payload().toArray(ValueLayout.JAVA_BYTE);
              message.add(payload);
              int before = (message.size() - 1) * message.getFirst().length;
              return before < LONG
                  ? packet
                  : packet.withPayload(
                      Arrays.copyOf(
                          message.get((before - LONG) / message.getFirst().length),
                          payload.length));
            });
    edit.accept(seams);
  }

  // --- parts

  /// Whether a READ begins in a page that it leaves.
  private static boolean isInPage(TransportPacket packet) {
    return is(packet, Operation.RDMA_READ_REQ::equals)
        && packet.get(Header.RETH, Reth.DMA_LEN) > PAGE;
  }

  private static boolean isAtPageStart(TransportPacket packet) {
    return packet.get(Header.ATOMIC_ETH, AtomicEth.VA) % PAGE == 0;
  }

  private static int signed(int psn) {
    return psn << (INT_BITS - PSN_BITS) >> (INT_BITS - PSN_BITS);
  }
}
