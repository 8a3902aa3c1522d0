package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.OneWayFamily.UC;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.UcFault;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations in some messages of unreliable connections only: in middle packets, in long messages,
/// in those after others, and in those of two connections.
final class UcTurnDeviations {
  private static final int ALL_BUT_FIRST_BIT = 0x7F_FFFF;
  private static final int LONG = 8;
  private static final int LATE = 120;
  private static final int ALIGNED = 8;

  /// The first bytes of all R_Keys of a simulated adapter.
  private static final int FIRST_KEY_BYTES = 0x00AB;

  private UcTurnDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        UC.deviation(
            "destination-qp-first-bit-ignored",
            "accepts packets to a QP whose number differs in its first bit",
            seams -> seams.destination.deviate(_ -> qpn -> qpn & ALL_BUT_FIRST_BIT)),
        UC.takes(
            "icrc-not-checked-in-middle",
            "Middle packets with a wrong ICRC",
            UcFault.ICRC,
            UcTurnDeviations::isMiddle),
        UC.takes(
            "tver-not-checked-in-middle",
            "Middle packets of any transport version",
            UcFault.T_VER,
            UcTurnDeviations::isMiddle),
        UC.takes(
            "p-key-not-checked-in-last",
            "Last packets of any partition",
            UcFault.P_KEY,
            packet -> packet.is(OpCode.UC_SEND_LAST)),
        UC.takes(
            "duplicate-stored",
            "a packet that repeats a PSN, and stores it after what it has",
            UcFault.LOST,
            (packet, progress) -> progress.expectedPsn() == Psn.next(psn(packet))),
        UC.takes(
            "too-long-by-a-byte-taken",
            "SENDs that are one byte longer than their receive",
            UcFault.TOO_LONG_FOR_RECEIVE,
            packet -> packet.payloadBytes() == 1),
        UC.takes(
            "long-first-taken",
            "First packets of more than the path MTU",
            UcFault.LENGTH,
            packet -> packet.is(OpCode.UC_SEND_FIRST)),
        UC.drops(
            "empty-with-immediate-dropped",
            "messages with immediate data and no payload",
            UcFault.CARRIER,
            packet -> packet.has(Header.IMM_DT) && packet.payloadBytes() == 0),
        UC.immediates(
            "immediate-always",
            "reports immediate data where there are none",
            data -> data == null ? Integer.valueOf(0) : data),
        UC.drops(
            "unaligned-write-dropped",
            "RDMA WRITEs to an address that is no multiple of 8",
            UcFault.OUT_OF_RANGE,
            packet -> packet.has(Header.RETH) && packet.get(Header.RETH, Reth.VA) % ALIGNED != 0),
        UC.deviation(
            "long-dropped",
            "drops messages of more than eight packets",
            seams -> {
              Predicate<TransportPacket> over = isOver(LONG);
              UC.alleged(UcFault.T_VER, (packet, _) -> over.test(packet)).accept(seams);
            }),
        UC.deviation(
            "by-turns-dropped",
            "drops the rest of a message when a packet of another connection is received in between",
            seams -> {
              long[] last = {0};
              UC.alleged(
                      UcFault.CARRIER,
                      (packet, _) -> {
                        long before = last[0];
                        last[0] = packet.get(Header.BTH, Bth.DEST_QP);
                        return before != last[0] && !is(packet, Operation::isStart);
                      })
                  .accept(seams);
            }),
        UC.takes(
            "r-key-first-byte-ignored",
            "RDMA WRITEs whose R_Key differs in its first byte",
            UcFault.R_KEY_UNKNOWN,
            packet ->
                packet.has(Header.RETH)
                    && packet.get(Header.RETH, Reth.R_KEY) >>> 24 != 0
                    && (packet.get(Header.RETH, Reth.R_KEY) >>> 16 & 0xFF) == FIRST_KEY_BYTES),
        UC.takes(
            "address-48-bits",
            "RDMA WRITEs whose virtual address differs in its first 16 bits",
            UcFault.OUT_OF_RANGE,
            packet -> packet.has(Header.RETH) && packet.get(Header.RETH, Reth.VA) >>> 48 != 0),
        UC.deviation(
            "stored-at-16-bits",
            "stores the data after 65,536 bytes at the start of the message",
            seams -> seams.place.deviate(_ -> before -> before & 0xFFFF)),
        UC.lengths(
            "receive-length-16-bits", "reports 16 bits of a length", bytes -> bytes & 0xFFFF),
        UC.sends(
            "sent-dma-length-16-bits",
            "sends 16 bits of DMALen",
            packet -> packet.with(Header.RETH, Reth.DMA_LEN, packet.get(Reth.DMA_LEN) & 0xFFFF)),
        UC.wraps("receive-id-wraps", "receives", Queue.RECEIVE),
        UC.previous("sent-address-of-previous", "the VA", Header.RETH, Reth.VA),
        UC.previous("sent-r-key-of-previous", "the R_Key", Header.RETH, Reth.R_KEY),
        UC.wraps("send-id-wraps", "sends", Queue.SEND),
        UC.deviation(
            "sent-late-lost",
            "omits every 120th packet",
            seams -> {
              int[] count = {0};
              seams.requests.deviate(under ->
                  packet -> {
                    List<OutgoingPacket> made = under.of(packet);
                    return ++count[0] % LATE == 0 ? List.of() : made;
                  });
            }));
  }

  private static boolean isMiddle(TransportPacket packet) {
    return packet.is(OpCode.UC_SEND_MIDDLE);
  }

  private static boolean is(TransportPacket packet, Predicate<Operation> kind) {
    return packet.opCode().map(OpCode::operation).filter(kind).isPresent();
  }

  private static int psn(TransportPacket packet) {
    return (int) packet.get(Header.BTH, Bth.PSN);
  }

  /// Whether a packet belongs to a message after a number of others.
  private static Predicate<TransportPacket> isOver(int count) {
    Map<Long, Integer> counts = new HashMap<>();
    return packet -> {
      long qpn = packet.get(Header.BTH, Bth.DEST_QP);
      int before = is(packet, Operation::isStart) ? 0 : counts.getOrDefault(qpn, 0);
      counts.put(qpn, before + 1);
      return before >= count;
    };
  }
}
