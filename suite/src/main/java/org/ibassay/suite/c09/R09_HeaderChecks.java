package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.UC_SEND_ONLY;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;

/// # A packet that is not addressed to the connection is silently dropped
///
/// - Section: 9.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-header-checks#01, ia-r09-header-checks#02, ia-r09-header-checks#03
///
/// The tester sends RDMA WRITEs with a single fault each: in the ICRC, the transport version, the
/// P_Key, the destination QP, an IP address, or the IPv4 header checksum; and a SEND of another
/// transport service. The DUT does not respond, executes nothing, and accepts the next valid packet
/// as if the faulty one had never been sent.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection, for the first START_PSN
///   only, because the PSN does not matter here.
/// - Step 5 is the control: it shows that the DUT still responds.
/// - IP addresses follow annex A17: a packet of a QP has its peer's address as source and the QP's
///   own as destination. These cases are omitted over native InfiniBand, and the checksum case also
///   over IPv6. RFC 1122, 3.2.1.2, requires a host to drop a datagram with a wrong header checksum.
/// - The UDP checksum is not tested: RoCEv2 sends 0, and no public text specifies how a nonzero one
///   is handled.
///
/// ## Procedure
///
/// - 1: For each case: open a connection, register memory, and post a receive.
/// - 2: Send the packet.
/// - 3: Verify that no packet is received. [ia-r09-header-checks#01]
/// - 4: Verify that the memory is unchanged. [ia-r09-header-checks#02]
/// - 5: Send a valid WRITE with the same PSN; receive its ACK: PSN and MSN 1; verify that the data
///   is in memory. [ia-r09-header-checks#02]
/// - 6: In the middle of the connection: the DUT's host fills the memory with zeros; repeat steps 2
///   to 5 with the next PSN and MSN 2.
/// - 7: Close the connection.
/// - 8: On another connection: send a valid WRITE; receive its ACK.
/// - 9: Send another one with P_Key 0x7FFF, that of a limited member of the same partition. If the
///   ACK of step 8 had P_Key 0xFFFF, the DUT is a full member: receive the ACK, with the same P_Key
///   as before. If it had 0x7FFF, both are limited members: verify that no packet is received.
///   [ia-r09-header-checks#03]
@Td(dut = DutKind.CA, needs = Ability.WRITES, effect = Effect.CHANGES, parameters = START_PSN)
public final class R09_HeaderChecks extends TransportTest {
  private static final int T_VER_BITS = 4;
  private static final int LIMITED = 0x7FFF;

  private final DutResponder responder = new DutResponder(tt());

  private interface Packet {
    PacketOut make();
  }

  @Override
  public boolean execute() throws TestException {
    Map<String, Packet> cases = new LinkedHashMap<>();
    cases.put("wrong ICRC", () -> responder.request(RequestKind.WRITE).wrongIcrc());
    for (int i = 0; i < T_VER_BITS; i++) {
      put(cases, "TVer " + (1 << i), Header.BTH, Bth.T_VER, i);
    }
    put(cases, "P_Key, first byte", Header.BTH, Bth.P_KEY, 14);
    put(cases, "P_Key, last byte", Header.BTH, Bth.P_KEY, 0);
    // A QP number that is hardly in use on any device.
    put(cases, "DestQP, high-order bit", Header.BTH, Bth.DEST_QP, 23);
    cases.put("UC SEND Only", () -> PacketOut.of(UC_SEND_ONLY).payload(pattern(cc().pmtu())));
    putAddresses(cases);
    for (Map.Entry<String, Packet> fault : cases.entrySet()) {
      carryOutOnce(fault.getKey(), () -> procedure(fault.getValue()));
    }
    carryOutOnce("limited member", this::membership);
    return log().allPassed();
  }

  private void put(Map<String, Packet> cases, String which, Header header, Field field, int bit) {
    cases.put(which, () -> responder.request(RequestKind.WRITE).invert(header, field, bit));
  }

  private void putAddresses(Map<String, Packet> cases) {
    switch (dut().framing()) {
      case ROCE_V2_IPV4 -> {
        putAddresses(cases, Header.IPV4, Ipv4.SOURCE, Ipv4.DESTINATION);
        cases.put(
            "IPv4 header checksum", () -> responder.request(RequestKind.WRITE).wrongIpChecksum());
      }
      case ROCE_V2_IPV6 -> putAddresses(cases, Header.IPV6, Ipv6.SOURCE, Ipv6.DESTINATION);
      case ROCE_V1, IB_LOCAL, IB_GLOBAL -> {
        // no IP addresses
      }
    }
  }

  /// Adds cases with other addresses. Addresses that differ in a late bit are usually in one
  /// network, others are not.
  private void putAddresses(
      Map<String, Packet> cases, Header header, Field source, Field destination) {
    put(cases, "IP source in the peer's network", header, source, 2);
    put(cases, "IP source in another network", header, source, source.width() - 16);
    put(cases, "IP destination", header, destination, 2);
  }

  private void procedure(Packet fault) throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    work().postReceives(1, cc().pmtu());
    verifyDropped(fault, region, 0);
    step("6");
    memory().fill(region, new byte[cc().pmtu()]);
    verifyDropped(fault, region, 1);
    step("7");
  }

  private void membership() throws TestException {
    step("8");
    memory().register();
    transportTxPacket(responder.request(RequestKind.WRITE), cc().psn(0));
    PacketIn ack = responder.verifyResponse(RequestKind.WRITE, cc().psn(0), 1);
    step("9");
    transportTxPacket(responder.request(RequestKind.WRITE).set(Bth.P_KEY, LIMITED), cc().psn(1));
    if (ack.get(Header.BTH, Bth.P_KEY) == LIMITED) {
      packets().verifySilence(cc().psn(1));
    } else {
      PacketIn again = responder.verifyResponse(RequestKind.WRITE, cc().psn(1), 2);
      checks().verifyValue(again, Header.BTH, Bth.P_KEY, ack.get(Header.BTH, Bth.P_KEY));
    }
  }

  /// @param before number of requests that the DUT has executed
  private void verifyDropped(Packet fault, MemoryRegion region, int before) throws TestException {
    int psn = cc().psn(before);
    step("2");
    transportTxPacket(fault.make(), psn);
    step("3");
    packets().verifySilence(psn);
    step("4");
    memory().verify(region, 0, new byte[cc().pmtu()]);
    step("5");
    transportTxPacket(responder.request(RequestKind.WRITE), psn);
    responder.verifyResponse(RequestKind.WRITE, psn, before + 1);
    memory().verify(region, 0, pattern(cc().pmtu()));
  }
}
