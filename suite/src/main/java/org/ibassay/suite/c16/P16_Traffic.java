package org.ibassay.suite.c16;

import org.ibassay.link.mad.MadPort;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.PmTest;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PortCounters;
import org.jspecify.annotations.Nullable;

/// # Counters count what is sent and received
///
/// - Section: 16.1.3.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link; a switch has a cable to the tester
/// - Assertions: ia-p16-traffic#01, ia-p16-traffic#02, ia-p16-traffic#03, ia-p16-traffic#04,
///   ia-p16-traffic#05, ia-p16-traffic#06
///
/// The port that the tester talks to counts the tester's packets and its own responses, in packets
/// and in units of 4 octets, and counts no errors on a link that has none.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - A counter of packets or data is optional. One that stays at 0 is noted as the reading
///   `pma-traffic`.
/// - A MAD without a GRH is 72 units of 4 octets, from LRH to ICRC: 8 + 12 + 8 + 256 + 4 octets.
/// - Where others may use the link, or packets may be lost, counters may move by more than what the
///   tester sent and received: then only the lower bound is checked. In simulation, where the link
///   is the tester's alone, they have to move by exactly that.
/// - GMPs may pass a switch several hops away through ports other than those of the directed route,
///   so no growth can be expected there.
/// - The response that carries the counters is not in them yet, the request is.
/// - Whether subnet management packets on VL15 are counted is the reading `pma-smps-counted`.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID. FIRST =
///   PerformanceGetResp(PortCounters).
/// - 2: SendMad(PerformanceGet(PortCounters)) 20 times. LAST = PerformanceGetResp(PortCounters).
/// - 3: Verify that PortRcvPkts has grown by the requests received since FIRST. [ia-p16-traffic#01]
/// - 4: Verify that PortXmitPkts has grown by the responses sent since FIRST. [ia-p16-traffic#02]
/// - 5: Verify that PortRcvData has grown by 72 for each of the requests. [ia-p16-traffic#03]
/// - 6: Verify that PortXmitData has grown by 72 for each of the responses. [ia-p16-traffic#04]
/// - 7: Verify that no counter of errors has grown; where others may use the link, by no more than
///   15. [ia-p16-traffic#05]
/// - 8: Of a port that the tester does not reach, where the link is the tester's alone: verify that
///   no counter has changed since before step 2. [ia-p16-traffic#06]
/// - 9: SubnGet(NodeInfo) by directed route 10 times; read again. Note whether PortRcvPkts has
///   grown by them.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.READS)
public final class P16_Traffic extends PmTest {
  private static final int TIMES = 20;
  private static final int SMPS = 10;
  private static final int WORDS = 72;

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> traffic(port));
  }

  private void traffic(int port) throws TestException {
    if (!isGmpPort()) {
      leaveOutRest("no cable between the switch and the tester: GMPs may use its other ports");
      return;
    }
    int unreached = unreachedPort((int) nodeInfo().data(NodeInfo.NUM_PORTS));
    MadPacketSpec other = isExclusive() && unreached > 0 ? readOther(unreached) : null;
    if (other == null) {
      leaveOut("every port is reached by the tester, or others may use the links", "8", "8");
    }
    MadPacketSpec first = read(PortCounters.ATTRIBUTE, port);
    MadPort.Counters before = sentAndReceived();
    step("2");
    for (int i = 0; i < TIMES; i++) {
      read(PortCounters.ATTRIBUTE, port);
    }
    MadPacketSpec last = read(PortCounters.ATTRIBUTE, port);
    MadPort.Counters after = sentAndReceived();
    long responses = after.received() - before.received();
    // A lost request does not count as received.
    long requests = isExclusive() ? after.sent() - before.sent() : responses;

    verifyGrowth("3", first, last, PortCounters.PORT_RCV_PKTS, requests, 1);
    verifyGrowth("4", first, last, PortCounters.PORT_XMIT_PKTS, responses, 1);
    verifyGrowth("5", first, last, PortCounters.PORT_RCV_DATA, requests, WORDS);
    verifyGrowth("6", first, last, PortCounters.PORT_XMIT_DATA, responses, WORDS);
    step("7");
    for (PortCounter counter : PortCounter.ERRORS) {
      verifyErrors(last, counter.field(), first.data(counter.field()));
    }
    if (other != null) {
      step("8");
      MadPacketSpec still = read(PortCounters.ATTRIBUTE, unreached);
      for (PortCounter counter : PortCounter.PLAIN) {
        verifyData(still, counter.field(), other.data(counter.field()));
      }
    }
    noteSmps(port, last);
  }

  private @Nullable MadPacketSpec readOther(int port) throws TestException {
    sendMad(performanceGet(PortCounters.ATTRIBUTE).setData(PortCounters.PORT_SELECT, port));
    MadPacketSpec other = receiveMad();
    return other.status() == MadStatus.OK ? other : null;
  }

  /// @param packets number of packets that the counter must count
  /// @param each amount that each packet adds
  private void verifyGrowth(
      String step, MadPacketSpec first, MadPacketSpec last, Field field, long packets, int each) {
    step(step);
    long from = first.data(field);
    long to = last.data(field);
    if (from == 0 && to == 0) {
      reading(last.frame(), Reading.PMA_TRAFFIC, "zero");
      return;
    }
    reading(last.frame(), Reading.PMA_TRAFFIC, "counted");
    long least = Math.min(field.max(), from + packets * each);
    verify(
        last,
        isExclusive() ? to == least : to >= least,
        () ->
            "%s grown from %d to %d%s, by %d packets"
                .formatted(field.name(), from, least, isExclusive() ? "" : " or more", packets),
        () -> "%s %d".formatted(field.name(), to));
  }

  private void noteSmps(int port, MadPacketSpec last) throws TestException {
    step("9");
    long from = last.data(PortCounters.PORT_RCV_PKTS);
    if (from == 0 || !isExclusive()) {
      return;
    }
    sendSmps(SMPS);
    MadPacketSpec read = read(PortCounters.ATTRIBUTE, port);
    boolean isCounted = read.data(PortCounters.PORT_RCV_PKTS) - from >= SMPS;
    reading(read.frame(), Reading.PMA_SMPS_COUNTED, isCounted ? "counted" : "not-counted");
  }
}
