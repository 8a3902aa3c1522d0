package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.deviation.OneWayFamily.UD;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.UdFault;
import org.ibassay.link.upper.AddressHandle;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.ImmDt;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// Deviations in some datagrams only: those with immediate data, those after others, and those to
/// one of several groups.
final class UdTurnDeviations {
  private static final int QUEUE = 64;
  private static final int LATE = 50;
  private static final int LATE_SENT = 78;
  private static final int ALL_BUT_FIRST_BIT = 0x7F_FFFF;
  private static final long MAC_BITS = 0x7F_FFFF;
  private static final int PAD = 3;

  private UdTurnDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        UD.deviation(
            "handle-of-first",
            "sends all datagrams of a QP through the address handle of its first one",
            seams -> {
              Map<Integer, AddressHandle> first = new HashMap<>();
              seams.handle.deviate(_ -> (qpn, own) -> first.computeIfAbsent(qpn, _ -> own));
            }),
        UD.deviation(
            "handle-of-last",
            "sends each datagram through the address handle of the one before",
            seams -> {
              Map<Integer, AddressHandle> last = new HashMap<>();
              seams.handle.deviate(_ -> (qpn, own) -> orOwn(last.put(qpn, own), own));
            }),
        UD.takes(
            "q-key-not-checked-with-immediate",
            "datagrams with immediate data and any Q_Key",
            UdFault.Q_KEY,
            UdTurnDeviations::hasImmediate),
        UD.takes(
            "icrc-not-checked-with-immediate",
            "datagrams with immediate data and a wrong ICRC",
            UdFault.ICRC,
            UdTurnDeviations::hasImmediate),
        UD.takes(
            "p-key-not-checked-with-immediate",
            "datagrams with immediate data of any partition",
            UdFault.P_KEY,
            UdTurnDeviations::hasImmediate),
        UD.drops(
            "padded-with-immediate-dropped",
            "datagrams with immediate data and two pad bytes",
            UdFault.CARRIER,
            packet -> hasImmediate(packet) && packet.padCount() == 2),
        UD.drops(
            "full-with-immediate-dropped",
            "datagrams with immediate data of a payload of 4,096 bytes",
            UdFault.TOO_LONG_FOR_PATH,
            packet -> hasImmediate(packet) && packet.payloadBytes() == 4096),
        UD.reports(
            "source-qp-missing-with-immediate",
            "reports source QP 0 beside immediate data",
            right ->
                right.immediate() == null
                    ? right
                    : new Received(0, right.hasGrh(), right.immediate())),
        UD.deviation(
            "destination-qp-first-bit-ignored",
            "accepts datagrams to a QP whose number differs in its first bit",
            seams -> seams.destination.deviate(_ -> qpn -> qpn & ALL_BUT_FIRST_BIT)),
        UD.deviation(
            "source-qp-of-previous",
            "reports the source QP of the datagram before on the same QP",
            seams -> {
              @Nullable Completion[] before = {null};
              seams.completions.deviate(under ->
                  (queue, right) -> {
                    Completion last = before[0];
                    before[0] = right;
                    return under.of(
                        queue,
                        queue == Queue.RECEIVE && last != null && right.id() == last.id() + 1
                            ? withSource(right, last.received().sourceQp())
                            : right);
                  });
            }),
        UD.deviation(
            "late-lost",
            "drops every 50th datagram of a QP",
            seams -> {
              Predicate<TransportPacket> late = every(LATE);
              UD.alleged(UdFault.CARRIER, (packet, _) -> late.test(packet)).accept(seams);
            }),
        UD.wraps("receive-id-wraps", "receives", Queue.RECEIVE),
        UD.deviation(
            "group-by-mac",
            "delivers to all groups that have the MAC or the LID of the group",
            seams ->
                seams.sameGroup.deviate(
                    under -> (sent, own) -> ((sent.guid() ^ own.guid()) & MAC_BITS) == 0)),
        UD.deviation(
            "group-by-prefix",
            "delivers to all groups that differ in their last byte",
            seams ->
                seams.sameGroup.deviate(under -> (sent, own) -> prefix(sent).equals(prefix(own)))),
        UD.deviation(
            "group-first-only",
            "delivers only to the group that was addressed first",
            seams -> {
              @Nullable Gid[] first = {null};
              seams.sameGroup.deviate(under ->
                  (sent, own) -> {
                    first[0] = first[0] == null ? sent : first[0];
                    return sent.equals(first[0]) && under.test(sent, own);
                  });
            }),
        UD.deviation(
            "group-left-deaf",
            "delivers nothing to a QP that has left any group",
            seams -> {
              Set<Long> deaf = new HashSet<>();
              seams.leaves.deviate(under ->
                  qpn -> {
                    deaf.add((long) qpn);
                    return under.test(qpn);
                  });
              UD.alleged(
                      UdFault.NOT_READY,
                      (packet, _) -> deaf.contains(packet.get(Header.BTH, Bth.DEST_QP)))
                  .accept(seams);
            }),
        UD.sends(
            "sent-immediate-zero-lost",
            "sends no immediate data where they are 0",
            packet -> sendsImmediate(packet) && packet.get(ImmDt.IMM_DT) == 0,
            packet -> packet.withOpCode(OpCode.UD_SEND_ONLY)),
        UD.sends(
            "sent-padded-with-immediate-short",
            "sends a payload without its last byte beside immediate data where there are three"
                + " pad bytes",
            packet -> sendsImmediate(packet) && Bth.padAfter(bytes(packet)) == PAD,
            packet ->
                packet.withPayload(
                    packet.payload().asSlice(0, bytes(packet) - 1L).toArray(JAVA_BYTE))),
        UD.edits(
            "sent-twice-with-immediate",
            "sends full datagrams with immediate data twice",
            packet ->
                sendsImmediate(packet) && bytes(packet) == 4096
                    ? List.of(packet, packet)
                    : List.of(packet)),
        UD.previous("sent-destination-of-previous", "the DestQP", Header.BTH, Bth.DEST_QP),
        UD.previous("sent-q-key-of-previous", "the Q_Key", Header.DETH, Deth.Q_KEY),
        UD.previous(
            "sent-immediate-of-previous", "the immediate data", Header.IMM_DT, ImmDt.IMM_DT),
        UD.deviation(
            "psn-of-device",
            "counts the PSNs of all QPs together",
            seams -> {
              int[] next = {-1};
              seams.psns.deviate(under ->
                  (first, count) -> {
                    next[0] = under.after(next[0] < 0 ? first : next[0], count);
                    return next[0];
                  });
            }),
        UD.deviation(
            "sent-late-lost",
            "omits every 65th datagram",
            seams -> {
              int[] count = {0};
              seams.requests.deviate(
                  under -> packet -> ++count[0] % (QUEUE + 1) == 0 ? List.of() : under.of(packet));
            }),
        UD.wraps("send-id-wraps", "sends", Queue.SEND),
        UD.deviation(
            "sent-late-twice",
            "sends every 78th datagram twice",
            seams -> {
              int[] count = {0};
              seams.requests.deviate(under ->
                  packet -> {
                    List<OutgoingPacket> made = under.of(packet);
                    return ++count[0] % LATE_SENT == 0 ? List.of(packet, packet) : made;
                  });
            }));
  }

  private static boolean hasImmediate(TransportPacket packet) {
    return packet.has(Header.IMM_DT);
  }

  private static boolean sendsImmediate(OutgoingPacket packet) {
    return packet.opCode() == OpCode.UD_SEND_ONLY_IMM;
  }

  private static int bytes(OutgoingPacket packet) {
    return (int) packet.payload().byteSize();
  }

  private static List<Long> prefix(Gid gid) {
    return List.of(gid.prefix(), gid.guid() >>> Byte.SIZE);
  }

  private static Completion withSource(Completion right, int qpn) {
    Received received = right.received();
    return new Completion(
        right.id(),
        right.status(),
        right.vendorError(),
        right.bytes(),
        new Received(qpn, received.hasGrh(), received.immediate()));
  }

  /// Counts the datagrams of each QP.
  private static Predicate<TransportPacket> every(int count) {
    Map<Long, Integer> counts = new HashMap<>();
    return packet ->
        counts.merge(packet.get(Header.BTH, Bth.DEST_QP), 1, Integer::sum) % count == 0;
  }

  private static AddressHandle orOwn(@Nullable AddressHandle last, AddressHandle own) {
    return last == null ? own : last;
  }
}
