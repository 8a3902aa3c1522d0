package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.EnvelopeChecks;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.suite.UnmetNeedException;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;

/// # Frames sent over Ethernet are complete, free of congestion marks, and in the path's VLAN
///
/// - Section: 17.9
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-roce-sent-frames#01, ia-roce-sent-frames#02, ia-roce-sent-frames#03,
///   ia-roce-sent-frames#04, ia-roce-sent-frames#05, ia-roce-sent-frames#06
///
/// The DUT acknowledges an RDMA WRITE, responds to a READ, and sends a SEND and an RDMA WRITE. In
/// each packet, the fields below the BTH and the congestion bits of the BTH are those of a RoCEv2
/// packet that has met no congestion. All have the same hop limit and DSCP, those of the QP.
///
/// ## Notes
///
/// - This test is the suite's own. Omitted over native InfiniBand. Step R1 verifies that lengths
///   agree and that a nonzero UDP checksum is correct; step R3 verifies the addresses.
/// - Whether all packets of a QP have the same UDP source port is a reading, roce-source-port:
///   routers may use the port to distinguish flows, and packets of one flow must stay in order.
/// - The content of pad bytes is a reading, roce-pad.
///
/// ## Procedure
///
/// - 1: Open a connection; register memory of the DUT and fill it.
/// - 2: Send a WRITE and a READ; receive the ACK and the response of two packets. The DUT posts a
///   SEND of 3 bytes and a WRITE; receive them.
/// - 3: For each packet: verify that Time to Live or Hop Limit is not 0. [ia-roce-sent-frames#01]
/// - 4: Verify that ECN does not signal congestion (3), and that FECN and BECN are 0.
///   [ia-roce-sent-frames#02]
/// - 5: Verify that the reserved bits of the BTH after BECN are 0. [ia-roce-sent-frames#03]
/// - 6: Verify that the UDP length covers the UDP header and all that follows it up to the ICRC,
///   and that the checksum is 0 or correct. [ia-roce-sent-frames#04]
/// - 7: Verify that the frame is tagged with the path's VLAN; on a path without VLAN, that it is
///   untagged or priority-tagged (VLAN 0). [ia-roce-sent-frames#05]
/// - 8: Verify that Time to Live or Hop Limit, and DSCP, are those of the first packet.
///   [ia-roce-sent-frames#06]
/// - 9: Note whether all packets have the same UDP source port, and the content of the pad bytes.
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class F09_SentFrames extends TransportTest {
  private static final int CONGESTION = 3;
  private static final int RESERVED = 0x3F;
  private static final int SHORT = 3;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    step("3");
    if (dut().framing().isNative()) {
      leaveOutRest("applies to RoCE only");
      return log().allPassed();
    }
    onceForStartPsn(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    List<PacketIn> sent = new ArrayList<>();
    step("1");
    MemoryRegion region = memory().register();
    memory().fill(region, pattern(2 * cc().pmtu()));
    step("2");
    transportTxPacket(responder.request(RequestKind.WRITE), cc().psn(0));
    sent.add(responder.verifyResponse(RequestKind.WRITE, cc().psn(0), 1));
    transportTxPacket(responder.request(RequestKind.READ), cc().psn(1));
    sent.addAll(responder.receiveResponse(RequestKind.READ, cc().psn(1)));
    work().post(new SendRequest.Send(1, region.slice(0, SHORT)));
    sent.add(expect(RC_SEND_ONLY, cc().dutStartPsn()));
    work().post(new SendRequest.Write(2, region.slice(0, SHORT), TT_ADDRESS, TT_RKEY));
    sent.add(expect(RC_RDMA_WRITE_ONLY, Psn.next(cc().dutStartPsn())));
    for (PacketIn one : sent) {
      verifyFrame(one);
    }
    step("8");
    for (PacketIn one : sent) {
      new EnvelopeChecks(checks()).verifyPath(one, sent.getFirst());
    }
    step("9");
    PacketIn last = sent.getLast();
    long ports = sent.stream().map(one -> one.get(Header.UDP, Udp.SOURCE_PORT)).distinct().count();
    reading(last.frame(), Reading.ROCE_SOURCE_PORT, ports == 1 ? "one" : "several");
    reading(last.frame(), Reading.ROCE_PAD, last.hasZeroPad() ? "zero" : "other");
  }

  private void verifyFrame(PacketIn packetIn) throws UnmetNeedException {
    boolean isFour = packetIn.has(Header.IPV4);
    Header ip = isFour ? Header.IPV4 : Header.IPV6;
    step("3");
    needs(packetIn.has(ip), "a frame has no IP header");
    verifyNot(packetIn, ip, isFour ? Ipv4.TIME_TO_LIVE : Ipv6.HOP_LIMIT, 0);
    step("4");
    verifyNot(packetIn, ip, isFour ? Ipv4.ECN : Ipv6.ECN, CONGESTION);
    checks().verifyValue(packetIn, Header.BTH, Bth.FECN, 0);
    checks().verifyValue(packetIn, Header.BTH, Bth.BECN, 0);
    step("5");
    long reserved = packetIn.get(Header.BTH, Bth.RESV8A) & RESERVED;
    verify(packetIn, reserved == 0, () -> "reserved bits 0", () -> shown(reserved));
    step("6");
    new EnvelopeChecks(checks()).verifyUdp(packetIn);
    step("7");
    long own = dut().vlan();
    long vlan = packetIn.has(Header.VLAN) ? packetIn.get(Header.VLAN, Vlan.VID) : 0;
    verify(packetIn, vlan == own, () -> name(own), () -> name(vlan) + " in " + packetIn);
  }

  private void verifyNot(PacketIn packetIn, Header header, Field field, long wrong) {
    long actual = packetIn.get(header, field);
    verify(
        packetIn,
        actual != wrong,
        () -> "%s other than %d".formatted(field.name(), wrong),
        () -> "%s %d in %s".formatted(field.name(), actual, packetIn));
  }

  private static String name(long vlan) {
    return vlan == 0 ? "no VLAN" : "VLAN " + vlan;
  }
}
