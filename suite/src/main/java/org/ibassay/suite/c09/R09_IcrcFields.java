package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;

/// # The ICRC covers every field except those that may change in transit
///
/// - Section: 7.8.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-icrc-fields#01, ia-r09-icrc-fields#02
///
/// The tester changes one field of an RDMA WRITE after computing its ICRC, as a router might, or as
/// no router may. Where the ICRC excludes the field, the DUT executes the WRITE; where it covers
/// the field, the DUT drops it.
///
/// ## Notes
///
/// - This test is the suite's own. Annex A17 lists the fields that the ICRC of RoCEv2 excludes: for
///   IPv4 Type of Service (DSCP and ECN), Time to Live, and Header Checksum; for IPv6 Traffic
///   Class, Flow Label, and Hop Limit; for UDP the Checksum; and in the BTH the byte with FECN,
///   BECN, and reserved bits, which native InfiniBand excludes, too.
/// - The IPv4 checksum is recomputed. The UDP checksum is 0 (none), except in the case where it is
///   computed as RFC 768 specifies.
/// - A DUT that handles congestion may send a CNP when ECN signals it; the CNP is ignored.
/// - Each case uses a separate connection, for the first START_PSN only, because the PSN does not
///   matter here.
///
/// ## Procedure
///
/// - 1: For each field: open a connection and register memory.
/// - 2: Send a valid WRITE with AckReq = 1, and change that field after computing the ICRC.
/// - 3: Where the ICRC excludes the field: receive the ACK, PSN and MSN 1; verify that the data is
///   in memory. [ia-r09-icrc-fields#01]
/// - 4: Where it covers the field: verify that no packet is received and that the memory is
///   unchanged. [ia-r09-icrc-fields#02]
/// - 5: Then send the WRITE unchanged with the same PSN; receive its ACK: PSN and MSN 1.
///   [ia-r09-icrc-fields#02]
/// - 6: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.WRITES, effect = Effect.CHANGES, parameters = START_PSN)
public final class R09_IcrcFields extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());
  private final Map<String, Packet> leftOut = new LinkedHashMap<>();
  private final Map<String, Packet> covered = new LinkedHashMap<>();

  private interface Packet {
    PacketOut make();
  }

  @Override
  public boolean execute() throws TestException {
    put(leftOut, "FECN", Header.BTH, Bth.FECN, 1);
    put(leftOut, "BECN", Header.BTH, Bth.BECN, 1);
    put(leftOut, "reserved bits", Header.BTH, Bth.RESV8A, 0x3F);
    put(covered, "SE", Header.BTH, Bth.SE, 1);
    switch (dut().framing()) {
      case ROCE_V2_IPV4 -> {
        put(leftOut, "DSCP", Header.IPV4, Ipv4.DSCP, 63);
        put(leftOut, "ECN", Header.IPV4, Ipv4.ECN, 3);
        put(leftOut, "Time to Live", Header.IPV4, Ipv4.TIME_TO_LIVE, 1);
        put(covered, "Identification", Header.IPV4, Ipv4.IDENTIFICATION, 0x5AA5);
        putUdp();
      }
      case ROCE_V2_IPV6 -> {
        put(leftOut, "DSCP", Header.IPV6, Ipv6.DSCP, 63);
        put(leftOut, "ECN", Header.IPV6, Ipv6.ECN, 3);
        put(leftOut, "Flow Label", Header.IPV6, Ipv6.FLOW_LABEL, 0xABCDE);
        put(leftOut, "Hop Limit", Header.IPV6, Ipv6.HOP_LIMIT, 1);
        putUdp();
      }
      case ROCE_V1, IB_LOCAL, IB_GLOBAL -> {
        // no IP
      }
    }
    for (Map.Entry<String, Packet> field : leftOut.entrySet()) {
      carryOutOnce(field.getKey(), () -> taken(field.getValue()));
    }
    for (Map.Entry<String, Packet> field : covered.entrySet()) {
      carryOutOnce(field.getKey(), () -> dropped(field.getValue()));
    }
    return log().allPassed();
  }

  private void putUdp() {
    leftOut.put("UDP checksum", () -> responder.request(RequestKind.WRITE).udpChecksum());
    put(covered, "UDP source port", Header.UDP, Udp.SOURCE_PORT, 0xC5A5);
  }

  private void put(
      Map<String, Packet> cases, String which, Header header, Field field, long value) {
    cases.put(
        which, () -> responder.request(RequestKind.WRITE).changedOnTheWay(header, field, value));
  }

  private void taken(Packet changed) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    step("2");
    transportTxPacket(changed.make(), cc().startPsn());
    step("3");
    responder.verifyResponse(RequestKind.WRITE, cc().startPsn(), 1);
    memory().verify(region, 0, pattern(cc().pmtu()));
    step("6");
  }

  private void dropped(Packet changed) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    step("2");
    transportTxPacket(changed.make(), cc().startPsn());
    step("4");
    packets().verifySilence(cc().startPsn());
    memory().verify(region, 0, new byte[cc().pmtu()]);
    step("5");
    transportTxPacket(responder.request(RequestKind.WRITE), cc().startPsn());
    responder.verifyResponse(RequestKind.WRITE, cc().startPsn(), 1);
    step("6");
  }
}
