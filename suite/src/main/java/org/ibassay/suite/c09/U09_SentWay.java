package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.UD_HOP_LIMIT;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;

import java.util.List;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketChecks;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UnmetNeedException;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;

/// # A datagram has the addresses and the traffic class of its address handle
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-sent-way#01, ia-ud-sent-way#02, ia-ud-sent-way#03
///
/// The DUT sends datagrams through address handles that differ in hop limit and traffic class,
/// several through each, and in turn on one QP. Their MAC and IP addresses are those of DUT and
/// tester; over RoCEv2, the IP header carries the traffic class as DSCP and a hop limit.
///
/// ## Notes
///
/// - This test is the suite's own. Over native InfiniBand, the tester is reached without a GRH, so
///   there is no hop limit and no traffic class. Over IPv6, only the MAC addresses are compared.
/// - Whether the hop limit is that of the address handle is a reading, `ud-hop-limit`: hosts use
///   that of their route. It must not be 0.
/// - The last two bits of the traffic class are ECN, which a host may set on its own; they are not
///   compared.
///
/// ## Procedure
///
/// - 1: For each address handle, and for all of them in turn: open the QPs, register memory and
///   fill it. The DUT posts four datagrams.
/// - 2: Receive each as one packet; verify that source and destination are those of DUT and tester:
///   MAC and IP address, or LID. [ia-ud-sent-way#01]
/// - 3: Verify that the hop limit is not 0. [ia-ud-sent-way#02]
/// - 4: Verify the DSCP. [ia-ud-sent-way#03]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_SentWay extends DatagramTest {
  private static final int DATAGRAMS = 4;
  private static final int ECN_BITS = 2;

  private final DatagramSender sender = new DatagramSender(tt());

  private record Way(int trafficClass, int hopLimit) {}

  private static final List<Way> WAYS =
      List.of(new Way(0, 33), new Way(0x68, 17), new Way(0xB8, 255));

  @Override
  public boolean execute() throws TestException {
    for (Way way : WAYS) {
      carryOut(
          "TClass 0x%02X, hop limit %d".formatted(way.trafficClass, way.hopLimit),
          () -> procedure(List.of(way)));
    }
    carryOut("in turn", () -> procedure(WAYS));
    return log().allPassed();
  }

  /// @param ways of the datagrams, in turn
  private void procedure(List<Way> ways) throws TestException {
    step("1");
    sender.registerData(DatagramSender.SHORT);
    for (int i = 0; i < DATAGRAMS; i++) {
      Way way = ways.get(i % ways.size());
      step("1");
      sender.post(
          sender.datagram(
              i, DatagramSender.SHORT, pair().toTester(way.trafficClass, way.hopLimit)));
      step("2");
      int psn = Psn.add(pair().dutStartPsn(), i);
      verifyWay(packets().receive(UD_SEND_ONLY, psn), way);
    }
  }

  private void verifyWay(PacketIn packetIn, Way way) throws UnmetNeedException {
    if (dut().framing().isNative()) {
      leaveOut("native InfiniBand, without GRH", "3", "4");
      return;
    }
    boolean isSix = packetIn.has(Header.IPV6);
    Header header = isSix ? Header.IPV6 : Header.IPV4;
    step("3");
    needs(packetIn.has(header), "a datagram has no IP header");
    Field field = isSix ? Ipv6.HOP_LIMIT : Ipv4.TIME_TO_LIVE;
    long hopLimit = packetIn.get(header, field);
    checks()
        .verifyField(
            packetIn,
            field.name(),
            hopLimit != 0,
            () -> PacketChecks.wrongField(packetIn, header, field, way.hopLimit),
            () -> "a %s that is not 0".formatted(field.name()),
            packetIn::toString);
    reading(packetIn.frame(), UD_HOP_LIMIT, hopLimit == way.hopLimit ? "handle" : "host");
    step("4");
    checks()
        .verifyValue(packetIn, header, isSix ? Ipv6.DSCP : Ipv4.DSCP, way.trafficClass >> ECN_BITS);
  }
}
