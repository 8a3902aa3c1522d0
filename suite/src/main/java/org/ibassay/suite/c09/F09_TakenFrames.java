package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.EnvelopeChecks;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;

/// # A RoCEv2 packet is accepted whatever values its sender may choose
///
/// - Section: 17.9
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-roce-taken-frames#01, ia-roce-taken-frames#02, ia-roce-taken-frames#03,
///   ia-roce-taken-frames#04, ia-roce-taken-frames#05, ia-roce-taken-frames#06,
///   ia-roce-taken-frames#07, ia-roce-taken-frames#08, ia-roce-taken-frames#09,
///   ia-roce-taken-frames#10
///
/// The tester sends valid RDMA WRITEs with unusual values in the fields that a sender or router may
/// choose: the UDP source port, IP header fields, reserved and congestion bits of the BTH, pad
/// bytes, and bytes after the packet in its frame. The DUT executes each WRITE, also if these
/// fields change from packet to packet, or if a CNP is received between two packets. Its responses
/// have the hop limit and DSCP of its QP, and no congestion mark, whatever the requests have. A CNP
/// that the DUT sends where ECN signals congestion is well-formed.
///
/// ## Notes
///
/// - This test is the suite's own. Omitted over native InfiniBand. The ICRC is computed over the
///   fields as sent; R09_IcrcFields changes fields after the ICRC was computed.
/// - UDP checksum 0 means that there is none (RFC 768). All packets of the transport tests have it,
///   unless the DUT answers only packets with a checksum: then the tester computes one, except in
///   step 8. Over IPv6, step 8 is omitted.
/// - Where ECN signals congestion, the DUT may respond with a CNP: a reading, roce-ce. Step 12 does
///   not apply to a DUT that does not, such as Linux's Soft-RoCE. How often it sends CNPs is not
///   specified; their least distance is a remark.
/// - Whether a priority-tagged frame is accepted is a reading, roce-priority-tag: an adapter need
///   not support tags.
///
/// ## Procedure
///
/// - 1: For each case: open a connection; register memory.
/// - 2: Send the WRITE; receive its ACK: PSN and MSN 1; verify that the data is in memory. UDP
///   source port 1, 4791, or 65535. [ia-roce-taken-frames#01]
/// - 3: As step 2, with another Identification, DF 0, Time to Live or Hop Limit 1 or 255, a DSCP,
///   each ECN value, or a Flow Label. [ia-roce-taken-frames#02]
/// - 4: As step 2, with FECN, BECN, MigReq, or reserved bits of the BTH set to 1.
///   [ia-roce-taken-frames#03]
/// - 5: As step 2, with nonzero pad bytes. [ia-roce-taken-frames#04]
/// - 6: As step 2, with extra bytes after the packet in its frame. [ia-roce-taken-frames#05]
/// - 7: On a path without VLAN: send a WRITE with a VLAN 0 tag and a priority; note whether it is
///   answered.
/// - 8: Over IPv4: as step 2, with UDP checksum 0. [ia-roce-taken-frames#06]
/// - 9: Open a connection; register memory. Send the packets of a WRITE of three packets, each with
///   another UDP source port, DSCP, ECN, and Time to Live or Hop Limit; receive the ACK of each:
///   PSN and MSN. Verify that the data is in memory. [ia-roce-taken-frames#07]
/// - 10: On the same connection, send the first packet of another WRITE of three packets; receive
///   its ACK. Send a CNP. Send the other packets, as in step 9; verify that no other packet is
///   received and that the data is in memory. [ia-roce-taken-frames#08]
/// - 11: Open a connection; register memory. Send 64 bursts of four WRITEs with ECN 3, or one where
///   packets can be lost; receive the ACK of the last one of each: PSN and MSN.
///   [ia-roce-taken-frames#02]
/// - 12: For each CNP received, verify that it is sent to the tester's QP and has PSN 0, BECN 1,
///   FECN 0, SE 0, AckReq 0, 16 bytes of 0 after the BTH, and an ECN other than 3.
///   [ia-roce-taken-frames#09]
/// - 13: For each ACK of step 9: verify that Time to Live or Hop Limit, and DSCP, are those of the
///   first, and that ECN is other than 3. [ia-roce-taken-frames#10]
@Td(dut = DutKind.CA, needs = Ability.WRITES, effect = Effect.READS, parameters = START_PSN)
public final class F09_TakenFrames extends TransportTest {
  private static final int CONGESTION = 3;
  private static final int PACKETS = 3;
  private static final int FIRST_PORT = 0xC001;
  private static final int FIRST_HOPS = 60;
  private static final byte FILLING = (byte) 0xA5;

  private final DutResponder responder = new DutResponder(tt());

  private interface Change {
    PacketOut of(PacketOut right);
  }

  @Override
  public boolean execute() throws TestException {
    step("2");
    if (dut().framing().isNative()) {
      leaveOutRest("applies to RoCE only");
      return log().allPassed();
    }
    for (int port : List.of(1, 4791, 65535)) {
      sets("2", "UDP source port " + port, Header.UDP, Udp.SOURCE_PORT, port);
    }
    ipFields();
    sets("4", "FECN", Header.BTH, Bth.FECN, 1);
    sets("4", "BECN", Header.BTH, Bth.BECN, 1);
    sets("4", "MigReq", Header.BTH, Bth.M, 1);
    sets("4", "reserved bits", Header.BTH, Bth.RESV8A, 0x3F);
    taken("5", "pad bytes", 1, right -> right.padWith(0xFF));
    taken("6", "one byte more", 8, right -> right.followedBy(new byte[] {FILLING}));
    taken("6", "64 bytes more", 8, right -> right.followedBy(pattern(64)));
    if (dut().vlan() == 0) {
      carryOutOnce("priority", this::priority);
    }
    carryOutOnce("fields that change", this::changing);
    carryOutOnce("congestion", this::congested);
    step("8");
    if (dut().framing() == Framing.ROCE_V2_IPV4) {
      carryOutOnce("UDP checksum 0", this::noChecksum);
    } else {
      notApplicable("applies to IPv4 only");
    }
    return log().allPassed();
  }

  private void ipFields() throws TestException {
    if (dut().framing() == Framing.ROCE_V2_IPV4) {
      sets("3", "Identification", Header.IPV4, Ipv4.IDENTIFICATION, 0x5AA5);
      sets("3", "DF 0", Header.IPV4, Ipv4.DF, 0);
      ipFields(Header.IPV4, Ipv4.TIME_TO_LIVE, Ipv4.DSCP, Ipv4.ECN);
    } else {
      sets("3", "Flow Label", Header.IPV6, Ipv6.FLOW_LABEL, 0xABCDE);
      ipFields(Header.IPV6, Ipv6.HOP_LIMIT, Ipv6.DSCP, Ipv6.ECN);
    }
  }

  private void ipFields(Header header, Field hops, Field dscp, Field ecn) throws TestException {
    sets("3", hops.name() + " 1", header, hops, 1);
    sets("3", hops.name() + " 255", header, hops, 255);
    sets("3", "DSCP", header, dscp, 46);
    for (int i = 1; i <= CONGESTION; i++) {
      sets("3", "ECN " + i, header, ecn, i);
    }
    reading(0, Reading.ROCE_CE, packets().hasCongestionNotification() ? "cnp" : "none");
  }

  private void sets(String step, String which, Header header, Field field, long value)
      throws TestException {
    taken(step, which, 8, right -> right.set(header, field, value));
  }

  private void taken(String step, String which, int bytes, Change change) throws TestException {
    carryOutOnce(which, () -> procedure(step, bytes, change));
  }

  private void priority() throws TestException {
    step("7");
    Envelope tagged = dut().envelope().withVlan(0).with(Header.VLAN, Vlan.PCP, 5);
    MemoryRegion region = memory().register();
    transportTxPacket(PacketOut.write(region, pattern(8)).over(tagged), cc().startPsn());
    PacketIn any = packets().anyWithinSilence(cc().startPsn());
    reading(0, Reading.ROCE_PRIORITY_TAG, any == null ? "dropped" : "taken");
  }

  private void noChecksum() throws TestException {
    MemoryRegion region = memory().register();
    step("8");
    Envelope none = dut().envelope().withUdpChecksum(false);
    transportTxPacket(PacketOut.write(region, pattern(8)).over(none), cc().startPsn());
    if (checks()
        .verify(
            packets().peek(cc().startPsn()) != null,
            () -> "an ACK of a WRITE with UDP checksum 0 (none)",
            () -> "nothing, although WRITEs with a UDP checksum are acknowledged")) {
      responder.verifyResponse(RequestKind.WRITE, cc().startPsn(), 1);
      memory().verify(region, 0, pattern(8));
    }
  }

  private void changing() throws TestException {
    MemoryRegion region = memory().register();
    step("9");
    byte[] data = pattern(PACKETS * cc().pmtu());
    List<PacketOut> message = responder.message(RequestKind.WRITE, region, data);
    for (int i = 0; i < PACKETS; i++) {
      message
          .get(i)
          .set(Header.UDP, Udp.SOURCE_PORT, FIRST_PORT + i)
          .set(ip(), isFour() ? Ipv4.DSCP : Ipv6.DSCP, i)
          .set(ip(), isFour() ? Ipv4.ECN : Ipv6.ECN, i + 1L)
          .set(ip(), isFour() ? Ipv4.TIME_TO_LIVE : Ipv6.HOP_LIMIT, FIRST_HOPS - i);
    }
    List<PacketIn> acks = new ArrayList<>();
    for (int i = 0; i < PACKETS; i++) {
      transportTxPacket(message.get(i), cc().psn(i));
      acks.add(responder.verifyResponsePacket(RC_ACK, cc().psn(i), i == PACKETS - 1 ? 1 : 0));
    }
    memory().verify(region, 0, data);
    step("13");
    for (PacketIn ack : acks) {
      needs(ack.has(ip()), "a frame has no IP header");
      EnvelopeChecks envelope = new EnvelopeChecks(checks());
      envelope.verifyPath(ack, acks.getFirst());
      envelope.verifyNoCongestion(ack);
    }
    step("10");
    byte[] zeros = new byte[data.length];
    List<PacketOut> next = responder.message(RequestKind.WRITE, region, zeros);
    for (int i = 0; i < PACKETS; i++) {
      int psn = cc().psn(PACKETS + i);
      transportTxPacket(next.get(i), psn);
      responder.verifyResponsePacket(RC_ACK, psn, i == PACKETS - 1 ? 2 : 1);
      if (i == 0) {
        transportTxPacket(congestion(), 0);
      }
    }
    packets().verifySilence(cc().psn(2 * PACKETS - 1));
    memory().verify(region, 0, zeros);
  }

  private void congested() throws TestException {
    step("11");
    Field ecn = isFour() ? Ipv4.ECN : Ipv6.ECN;
    CongestionNotices notices = new CongestionNotices(tt(), ip(), ecn);
    int sent = notices.send();
    step("12");
    if (packets().notices().isEmpty()) {
      notApplicable("the DUT sends no CNPs");
    } else {
      remark(notices.verify(sent));
    }
  }

  /// A CNP has PSN 0, and 16 reserved bytes in place of a payload.
  private static PacketOut congestion() {
    return PacketOut.of(OpCode.CNP).set(Header.BTH, Bth.BECN, 1).payload(new byte[16]);
  }

  private Header ip() throws TestException {
    return isFour() ? Header.IPV4 : Header.IPV6;
  }

  private boolean isFour() throws TestException {
    return dut().framing() == Framing.ROCE_V2_IPV4;
  }

  private void procedure(String step, int bytes, Change change) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    step(step);
    transportTxPacket(change.of(PacketOut.write(region, pattern(bytes))), cc().startPsn());
    responder.verifyResponse(RequestKind.WRITE, cc().startPsn(), 1);
    memory().verify(region, 0, pattern(bytes));
  }
}
