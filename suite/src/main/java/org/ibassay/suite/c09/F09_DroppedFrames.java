package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;

/// # A RoCEv2 packet that is misaddressed or has an inconsistent length is silently dropped
///
/// - Section: 17.9
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-roce-dropped-frames#01, ia-roce-dropped-frames#02, ia-roce-dropped-frames#03,
///   ia-roce-dropped-frames#04, ia-roce-dropped-frames#05, ia-roce-dropped-frames#06,
///   ia-roce-dropped-frames#07
///
/// The tester sends RDMA WRITEs with a single fault each: the destination QP is not one of the
/// adapter's connections, the frame belongs to another VLAN or station, an IP address is wrong, the
/// IP packet is only a fragment, the UDP length does not match the IP packet, or the destination
/// port is not RoCE's. The DUT does not respond, writes nothing, and accepts the next valid packet.
///
/// ## Notes
///
/// - This test is the suite's own. Omitted over native InfiniBand.
/// - QP 0 and QP 1 receive management datagrams; QP 0xFFFFFF is for multicast.
/// - An address that differs in one bit may be a former address of the host that is still in its
///   GID table.
/// - A switch sends a frame for an unknown MAC address to all stations. IPv6 packets are fragmented
///   by an extension header, so step 8 applies to IPv4 only.
///
/// ## Procedure
///
/// - 1: For each case: open a connection; register memory.
/// - 2: Send the packet; verify that no packet is received and that the memory is unchanged.
///   Destination QP 0, 1, 0xFFFFFF, or a QP number with the high-order bit inverted.
///   [ia-roce-dropped-frames#01]
/// - 3: As step 2, with another VLAN, or without a tag where the path has one.
///   [ia-roce-dropped-frames#02]
/// - 4: As step 2, with an early or a late bit of the source or destination IP address inverted.
///   [ia-roce-dropped-frames#03]
/// - 5: As step 2, with a UDP length of 4 more than the IP length implies, or of 4 less, which
///   excludes the ICRC. [ia-roce-dropped-frames#04]
/// - 6: As step 2, with UDP destination port 4790, with TVer 1, or with an OpCode of no transport
///   service. [ia-roce-dropped-frames#05]
/// - 7: Send a valid WRITE with the same PSN; receive its ACK: PSN and MSN 1.
///   [ia-roce-dropped-frames#01]
/// - 8: As step 2, as a fragment of an IPv4 packet: the first one, with MF 1, and the last one,
///   with a Fragment Offset. [ia-roce-dropped-frames#06]
/// - 9: As step 2, with one bit of the destination MAC address inverted.
///   [ia-roce-dropped-frames#07]
@Td(dut = DutKind.CA, needs = Ability.WRITES, effect = Effect.CHANGES, parameters = START_PSN)
public final class F09_DroppedFrames extends TransportTest {
  private static final int BYTES = 64;
  private static final int OTHER_PORT = 4790;
  private static final int OTHER_VLAN = 0x5A5;
  private static final int NO_SERVICE = 0xFF;
  private static final int MOST_QPN = 0xFF_FFFF;
  private static final int RETH_BYTES = 16;
  private static final int FRAGMENTED = 0x1BA5;

  /// In units of eight bytes; more than the length of the packet.
  private static final int OFFSET = 185;

  /// The bit of a MAC address that stands for local administration.
  private static final int LOCAL_BIT = 41;

  /// UDP, BTH, RETH, payload and ICRC.
  private static final int UDP_BYTES = 8 + 12 + RETH_BYTES + BYTES + 4;

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
    for (int qpn : List.of(0, 1, MOST_QPN)) {
      dropped("2", "QP 0x%X".formatted(qpn), right -> right.set(Bth.DEST_QP, qpn));
    }
    dropped("2", "DestQP, high-order bit", right -> right.invert(Header.BTH, Bth.DEST_QP, 23));
    vlans();
    if (dut().framing() == Framing.ROCE_V2_IPV4) {
      addresses(Header.IPV4, Ipv4.SOURCE, Ipv4.DESTINATION);
      dropped("8", "first fragment", right -> unfinished(right).set(Header.IPV4, Ipv4.MF, 1));
      dropped(
          "8",
          "last fragment",
          right -> unfinished(right).set(Header.IPV4, Ipv4.FRAGMENT_OFFSET, OFFSET));
    } else {
      step("8");
      notApplicable("applies to IPv4 only");
      addresses(Header.IPV6, Ipv6.SOURCE, Ipv6.DESTINATION);
    }
    long mac = dut().envelope().get(Header.ETHERNET, Ethernet.DESTINATION);
    for (int bit : List.of(0, LOCAL_BIT)) {
      Envelope way = dut().envelope().with(Header.ETHERNET, Ethernet.DESTINATION, mac ^ 1L << bit);
      dropped("9", "MAC address, bit " + bit, right -> right.over(way));
    }
    for (int more : List.of(4, -4)) {
      dropped(
          "5",
          "UDP length %+d".formatted(more),
          right -> right.force(Header.UDP, Udp.LENGTH, UDP_BYTES + more));
    }
    dropped(
        "6",
        "UDP destination port " + OTHER_PORT,
        right -> right.set(Header.UDP, Udp.DESTINATION_PORT, OTHER_PORT));
    dropped("6", "TVer 1", right -> right.set(Bth.T_VER, 1));
    dropped("6", "OpCode 0xFF", right -> right.set(Bth.OP_CODE, NO_SERVICE));
    return log().allPassed();
  }

  private static PacketOut unfinished(PacketOut right) {
    return right.set(Header.IPV4, Ipv4.DF, 0).set(Header.IPV4, Ipv4.IDENTIFICATION, FRAGMENTED);
  }

  private void vlans() throws TestException {
    int own = dut().vlan();
    Envelope way = dut().envelope();
    dropped("3", "another VLAN", right -> right.over(way.withVlan(own ^ OTHER_VLAN)));
    if (own != 0) {
      dropped("3", "no VLAN", right -> right.over(way.withoutVlan()));
    }
  }

  private void addresses(Header header, Field source, Field destination) throws TestException {
    for (int bit : List.of(2, source.width() - 16)) {
      dropped("4", "source, bit " + bit, right -> right.invert(header, source, bit));
      dropped("4", "destination, bit " + bit, right -> right.invert(header, destination, bit));
    }
  }

  private void dropped(String step, String which, Change change) throws TestException {
    carryOutOnce(which, () -> procedure(step, change));
  }

  private void procedure(String step, Change change) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    step(step);
    transportTxPacket(change.of(PacketOut.write(region, pattern(BYTES))), cc().startPsn());
    packets().verifySilence(cc().startPsn());
    memory().verify(region, 0, new byte[BYTES]);
    step("7");
    transportTxPacket(PacketOut.write(region, pattern(BYTES)), cc().startPsn());
    responder.verifyResponse(RequestKind.WRITE, cc().startPsn(), 1);
  }
}
